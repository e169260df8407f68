// What is known about the node that is selected.

const FIRST_RANKINGS = 12;
const MOST_IN_TABLE = 20;

function showDetails(panel, tree, node) {
  const members = rankingsAt(tree, node);
  panel.replaceChildren(
    make("h2", {}, isLeaf(tree, node) ? `Leaf ${node}` : `Node ${node}`),
    make("p", {}, orderOf(consensusAt(tree, node))),
    wayOf(tree, node),
    factsOf(tree, node),
    make("h3", {}, "Places"),
    heatOf(placesOf(members), consensusAt(tree, node)),
    make("h3", {}, counted(members.length, "distinct ranking")),
    fellOf(tree, node, members, FIRST_RANKINGS),
  );
}

function wayOf(tree, node) {
  const way = wayTo(tree, node);
  const words = way.slice(1).map((below, i) => {
    const above = way[i];
    const answer = answersAt(tree, above)[below === above + 1 ? 0 : 1];
    return `${DATA.features[tree.feature[above]].name} ${answer}`;
  });
  if (!words.length) return make("p", { class: "muted" }, "All rows of the training start here.");
  return make("ol", { class: "way" }, ...words.map((text) => make("li", {}, text)));
}

function factsOf(tree, node) {
  const facts = [
    ["rows", shown(tree.weight[node])],
    ["of all", percent(tree.weight[node] / tree.weight[0])],
    ["agreement", tree.agreement[node].toFixed(2)],
  ];
  return make("dl", { class: "facts number" }, ...facts.map(([name, value]) => (
    make("div", {}, make("dt", {}, name), make("dd", {}, value)))));
}

// Labels in the order of the consensus, and how often each is in each place: the first ones.
function heatOf(places, consensus) {
  const labels = places.map((_, label) => label).sort((a, b) => consensus[a] - consensus[b] || a - b);
  const head = make("tr", {}, make("th", { scope: "col" }, "label"),
    ...places[0].slice(0, MOST_IN_TABLE).map((_, place) => (
      make("th", { scope: "col", style: "text-align:center" }, String(place + 1)))));
  const rows = labels.slice(0, MOST_IN_TABLE).map((label) => make("tr", {},
    make("th", { scope: "row" }, labelChip(label)),
    ...places[label].slice(0, MOST_IN_TABLE).map((share) => make("td", {
      class: "cell number", "--share": share, "--colour": DATA.colours[label],
    }, share > 0.004 ? percent(share) : ""))));
  return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "places" },
    make("table", { class: "heat" }, make("thead", {}, head), make("tbody", {}, ...rows)));
}

function fellOf(tree, node, members, most) {
  const total = members.reduce((sum, [, weight]) => sum + weight, 0);
  const list = make("ul", { class: "fell" }, ...members.slice(0, most).map(([ranking, weight]) => (
    make("li", {}, orderOf(DATA.rankings[ranking]),
      make("span", { class: "number" }, shown(weight)), shareBar(weight / total)))));
  if (members.length <= most) return list;
  const more = make("button", {
    style: "margin-top:12px", onclick: () => box.replaceWith(fellOf(tree, node, members, members.length)),
  }, `Show all ${members.length}`);
  const box = make("div", {}, list, more);
  return box;
}
