// The tree as an outline whose branches open and close, after the pattern of WAI-ARIA.

const MOST_OPEN = 1500;
const MOST_INDENTED = 12;

class Outline {
  constructor(root, onSelect) {
    this.root = root;
    this.onSelect = onSelect;
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("keydown", (event) => this.pressed(event));
  }

  show(tree) {
    this.tree = tree;
    this.items = new Map();
    this.root.replaceChildren(this.item(0, ""));
    this.openTo(this.depthOf(40));
    this.select(0, false);
  }

  // The deepest level down to which there are at most so many nodes.
  depthOf(most) {
    let level = [0];
    for (let depth = 0, count = 1; ; depth += 1) {
      level = level.flatMap((node) => childrenOf(this.tree, node));
      count += level.length;
      if (!level.length || count > most) return depth;
    }
  }

  item(node, answer) {
    const { tree } = this;
    const leaf = isLeaf(tree, node);
    const feature = leaf ? null : DATA.features[tree.feature[node]].name;
    const li = make("li", {
      role: "treeitem", "data-node": node, tabindex: "-1", "aria-selected": "false",
      "aria-expanded": leaf ? null : "false", "aria-level": wayTo(tree, node).length,
    }, make("div", { class: "row" },
      make("span", { class: "toggle", "aria-hidden": "true" }),
      make("div", {},
        make("span", { class: "answer" }, answer || "all rows"),
        feature === null ? null : make("span", { class: "asks" }, ` · asks for ${feature}`)),
      make("div", { class: "places" }, barOf(placesOf(rankingsAt(tree, node)))),
      make("div", { class: "counts number" },
        make("div", {}, counted(tree.weight[node], "row")),
        make("div", { class: "muted" }, `agreement ${tree.agreement[node].toFixed(2)}`)),
      orderOf(consensusAt(tree, node))));
    this.items.set(node, li);
    return li;
  }

  open(node) {
    const li = this.items.get(node);
    if (isLeaf(this.tree, node) || li.getAttribute("aria-expanded") === "true") return;
    li.setAttribute("aria-expanded", "true");
    if (li.lastElementChild.tagName === "UL") { li.lastElementChild.hidden = false; return; }
    const { name } = DATA.features[this.tree.feature[node]];
    const answers = answersAt(this.tree, node);
    const children = childrenOf(this.tree, node).map((c, i) => this.item(c, `${name} ${answers[i]}`));
    const isDeep = wayTo(this.tree, node).length > MOST_INDENTED;
    li.append(make("ul", { role: "group", class: isDeep ? "deep" : null }, ...children));
  }

  close(node) {
    const li = this.items.get(node);
    if (li.getAttribute("aria-expanded") !== "true") return;
    li.setAttribute("aria-expanded", "false");
    li.lastElementChild.hidden = true;
    if (li.contains(this.items.get(this.selected))) this.select(node);
  }

  openTo(depth) {
    let level = [0];
    for (let d = 0; d < depth; d += 1) {
      level.forEach((node) => this.open(node));
      level = level.flatMap((node) => childrenOf(this.tree, node));
    }
  }

  openAll() {
    const depth = this.depthOf(MOST_OPEN);
    this.openTo(depth);
    return depth;
  }

  closeAll() {
    [...this.items.keys()].reverse().forEach((node) => this.close(node));
  }

  select(node, focus = true) {
    wayTo(this.tree, node).slice(0, -1).forEach((above) => this.open(above));
    for (const [other, li] of this.items) {
      li.setAttribute("aria-selected", String(other === node));
      li.tabIndex = other === node ? 0 : -1;
    }
    this.selected = node;
    if (focus) this.items.get(node).focus({ preventScroll: false });
    this.onSelect(node);
  }

  follow(nodes) {
    nodes.forEach((node) => this.open(node));
    for (const [node, li] of this.items) li.classList.toggle("followed", nodes.includes(node));
  }

  clicked(event) {
    const li = event.target.closest("li[role=treeitem]");
    if (!li || !event.target.closest(".row")) return;
    const node = Number(li.dataset.node);
    const onToggle = event.target.closest(".toggle");
    if (onToggle || this.selected === node) this.toggle(node);
    if (!onToggle) this.select(node);
  }

  toggle(node) {
    const isOpen = this.items.get(node).getAttribute("aria-expanded") === "true";
    if (isOpen) this.close(node); else this.open(node);
  }

  pressed(event) {
    const shownItems = [...this.root.querySelectorAll("li")].filter((li) => !li.closest("ul[hidden]"));
    const nodes = shownItems.map((li) => Number(li.dataset.node));
    const at = nodes.indexOf(this.selected);
    const open = this.items.get(this.selected).getAttribute("aria-expanded") === "true";
    const moves = {
      ArrowDown: () => nodes[at + 1],
      ArrowUp: () => nodes[at - 1],
      Home: () => nodes[0],
      End: () => nodes[nodes.length - 1],
      ArrowRight: () => (open ? this.selected + 1 : this.open(this.selected)),
      ArrowLeft: () => (open ? this.close(this.selected) : parentsOf(this.tree)[this.selected]),
      Enter: () => this.toggle(this.selected),
      " ": () => this.toggle(this.selected),
    };
    if (!(event.key in moves)) return;
    event.preventDefault();
    const next = moves[event.key]();
    if (next !== undefined && next >= 0) this.select(next);
  }
}
