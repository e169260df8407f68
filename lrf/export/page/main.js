// The page: a tree, the node that is selected in it, and the object that is followed.

(() => {
  const picker = byId("tree-picker");
  let at = 0;

  const outline = new Outline(byId("outline"), (node) => showDetails(byId("details"), treeOf(at), node));
  const follower = new Follower(byId("follow-form"), byId("follow-answer"), follow);

  function follow() {
    const way = follower.through(treeOf(at));
    outline.follow(way);
    if (way.length) outline.select(way[way.length - 1], false);
  }

  function showTree(number) {
    at = number;
    const tree = treeOf(at);
    outline.show(tree);
    const leaves = tree.feature.filter((feature) => feature < 0).length;
    byId("size").textContent = [
      counted(tree.feature.length, "node"), leaves === 1 ? "1 leaf" : `${leaves} leaves`, `depth ${tree.depth}`,
    ].join(" · ");
    picker.value = String(at);
    byId("previous").disabled = at === 0;
    byId("next").disabled = at === DATA.trees.length - 1;
    byId("said").textContent = "";
    if (follower.isOn) follow();
  }

  DATA.trees.forEach((tree, i) => picker.append(make("option", { value: i }, `Tree ${tree.index}`)));
  byId("trees").hidden = DATA.trees.length < 2;
  byId("legend").append(...DATA.labels.map((_, label) => make("li", {}, labelChip(label))));
  picker.addEventListener("change", () => showTree(Number(picker.value)));
  byId("previous").addEventListener("click", () => showTree(at - 1));
  byId("next").addEventListener("click", () => showTree(at + 1));
  byId("close-all").addEventListener("click", () => outline.closeAll());
  byId("open-all").addEventListener("click", () => {
    const depth = outline.openAll();
    byId("said").textContent = depth < treeOf(at).depth ? `Opened to depth ${depth}; open the rest branch by branch.` : "";
  });
  showTree(DATA.start);
})();
