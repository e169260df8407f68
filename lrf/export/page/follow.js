// One object's way through the tree: one of the rows that were handed in, or values typed in.

class Follower {
  constructor(form, answer, onFollow) {
    this.answer = answer;
    this.onFollow = onFollow;
    this.values = DATA.features.map(() => null);
    this.given = null;
    this.isOn = false;
    form.append(...this.parts());
    form.addEventListener("submit", (event) => event.preventDefault());
  }

  parts() {
    this.fields = DATA.features.map((feature, j) => this.field(feature, j));
    const asked = new Set(DATA.trees.flatMap((tree) => tree.feature));
    const [often, never] = [true, false].map((is) => this.fields.filter((_, j) => asked.has(j) === is)
      .map((field, i) => make("label", {}, field.dataset.name, field)));
    return [
      DATA.rows.length ? this.picker() : null,
      make("div", { class: "fields" }, ...often),
      never.length ? make("details", {}, make("summary", {},
        `${counted(never.length, "feature")} that no tree here asks for`),
      make("div", { class: "fields" }, ...never)) : null,
      make("button", { type: "button", id: "clear", onclick: () => this.clear() }, "Clear"),
    ].filter((part) => part !== null);
  }

  picker() {
    const options = DATA.rows.map((row, i) => make("option", { value: i }, row.name));
    this.select = make("select", { id: "row", onchange: () => this.pick(this.select.value) },
      make("option", { value: "" }, "choose a row, or type values"), ...options);
    return make("label", { class: "follow-row" }, "Row", this.select);
  }

  field(feature, j) {
    const common = { "data-name": feature.name, "data-feature": j };
    if (!feature.categories) {
      return make("input", {
        ...common, type: "number", step: "any", inputmode: "decimal", placeholder: "missing",
        oninput: (event) => this.type(j, event.target.value === "" ? null : Number(event.target.value)),
      });
    }
    const options = feature.categories.map((name, code) => (
      name === null ? null : make("option", { value: code }, name === "" ? "(empty)" : name)));
    return make("select", {
      ...common, onchange: (event) => this.type(j, event.target.value === "" ? null : Number(event.target.value)),
    }, make("option", { value: "" }, "missing"), ...options, make("option", { value: -1 }, "another"));
  }

  pick(text) {
    if (text === "") { this.clear(); return; }
    this.given = DATA.rows[Number(text)];
    this.values = [...this.given.values];
    this.fields.forEach((field, j) => { field.value = this.values[j] ?? ""; });
    this.isOn = true;
    this.onFollow();
  }

  type(j, value) {
    this.values[j] = value;
    this.given = null;
    if (this.select) this.select.value = "";
    this.isOn = true;
    this.onFollow();
  }

  clear() {
    this.values.fill(null);
    this.fields.forEach((field) => { field.value = ""; });
    if (this.select) this.select.value = "";
    this.given = null;
    this.isOn = false;
    this.onFollow();
  }

  // Show the way through a tree, and return its nodes.
  through(tree) {
    if (!this.isOn) { this.answer.replaceChildren(); return []; }
    const way = wayTo(tree, leafOf(tree, this.values));
    const steps = way.slice(0, -1).map((node, i) => {
      const answer = answersAt(tree, node)[way[i + 1] === node + 1 ? 0 : 1];
      const feature = DATA.features[tree.feature[node]];
      return make("li", {}, `${feature.name} is ${this.worded(tree.feature[node])}: ${answer}`);
    });
    const leaf = way[way.length - 1];
    this.answer.replaceChildren(make("div", { class: "answered" },
      make("h3", { style: "margin-top:0" }, "The way"),
      steps.length ? make("ol", { class: "way steps" }, ...steps) : make("p", {}, "The tree is a single leaf."),
      make("h3", {}, "This tree says"), orderOf(consensusAt(tree, leaf)),
      ...this.others(), ...this.known()));
    return way;
  }

  worded(j) {
    const value = this.values[j];
    if (value === null) return "missing";
    const { categories } = DATA.features[j];
    return categories ? categories[value] ?? "another category" : shown(value);
  }

  // What the trees of the page say together: the mean place of each label in the leaves reached.
  others() {
    if (DATA.trees.length < 2) return [];
    const k = DATA.labels.length;
    const sums = new Array(k).fill(0);
    for (const tree of DATA.trees) {
      placesOf(rankingsAt(tree, leafOf(tree, this.values))).forEach((row, label) => {
        const mass = row.reduce((sum, share) => sum + share, 0);
        sums[label] += mass ? row.reduce((sum, share, p) => sum + share * (p + 1), 0) / mass : (k + 1) / 2;
      });
    }
    const means = sums.map((sum) => sum / DATA.trees.length);
    const order = means.map((_, label) => label).sort((a, b) => means[a] - means[b]);
    return [
      make("h3", {}, `Mean places over ${counted(DATA.trees.length, "tree")}`),
      make("ul", { class: "fell", id: "together" }, ...order.map((label) => make("li", {},
        labelChip(label), make("span", { class: "number" }, means[label].toFixed(2)),
        shareBar(k > 1 ? (k - means[label]) / (k - 1) : 1)))),
    ];
  }

  known() {
    if (!this.given) return [];
    const parts = [["The model says", this.given.predicted], ["The truth", this.given.truth]];
    return parts.filter(([, positions]) => positions).flatMap(([title, positions]) => (
      [make("h3", {}, title), orderOf(positions)]));
  }
}
