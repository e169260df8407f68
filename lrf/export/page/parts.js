// Small parts of the page. Whatever a name holds is set as text, never as markup.

function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name.startsWith("--")) made.style.setProperty(name, value);
    else if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

const byId = (id) => document.getElementById(id);
const counted = (number, noun) => `${shown(number)} ${noun}${number === 1 ? "" : "s"}`;
const shown = (number) => String(Number(number.toPrecision(6)));
const percent = (share) => `${Math.round(100 * share)}%`;

function labelChip(label) {
  return make("span", { class: "label", "--colour": DATA.colours[label] }, DATA.labels[label]);
}

// An order such as a > b = c, of positions.
function orderOf(positions) {
  const ranked = positions.map((_, label) => label).filter((label) => positions[label] !== null);
  ranked.sort((a, b) => positions[a] - positions[b] || a - b);
  const chips = [];
  ranked.forEach((label, i) => {
    if (i) {
      const tied = positions[label] === positions[ranked[i - 1]];
      chips.push(make("span", { class: "sign" }, tied ? "=" : ">"));
    }
    chips.push(labelChip(label));
  });
  return make("span", { class: "order" }, ...chips);
}

// A field for each of the first places, in which each label has its share of the height.
function barOf(places, most = 12) {
  const fields = places[0].slice(0, most).map((_, place) => {
    const shares = places.map((row, label) => [row[place], label]).filter(([s]) => s > 0.004);
    shares.sort((a, b) => b[0] - a[0]);
    let top = 0;
    const stops = shares.map(([share, label]) => {
      const from = top;
      top += 100 * share;
      return `${DATA.colours[label]} ${from.toFixed(1)}% ${top.toFixed(1)}%`;
    });
    const said = shares.map(([share, label]) => `${DATA.labels[label]} ${percent(share)}`);
    return make("span", {
      style: `background:linear-gradient(${stops.join(",")})`,
      title: `place ${place + 1}: ${said.join(", ")}`,
    });
  });
  return make("div", { class: "bar", "aria-hidden": "true" }, ...fields);
}

function shareBar(share) {
  return make("div", { class: "share" }, make("span", { style: `width:${100 * share}%` }));
}
