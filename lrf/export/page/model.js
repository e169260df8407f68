// The forest as the page was given it, and what follows from it.

const DATA = JSON.parse(document.getElementById("data").textContent);

const INTERVALS = [];

const treeOf = (at) => DATA.trees[at];
const isLeaf = (tree, node) => tree.feature[node] < 0;
const childrenOf = (tree, node) => (isLeaf(tree, node) ? [] : [node + 1, tree.right[node]]);

// The first node behind a node's subtree: in pre-order, only right children lead to its last leaf.
function endOf(tree, node) {
  while (!isLeaf(tree, node)) node = tree.right[node];
  return node + 1;
}

function parentsOf(tree) {
  if (!tree.parent) {
    tree.parent = tree.feature.map(() => -1);
    tree.feature.forEach((_, node) => childrenOf(tree, node).forEach((c) => { tree.parent[c] = node; }));
  }
  return tree.parent;
}

function wayTo(tree, node) {
  const way = [];
  for (; node >= 0; node = parentsOf(tree)[node]) way.unshift(node);
  return way;
}

function thresholdOf(tree, node) {
  const value = tree.threshold[node];
  return typeof value === "string" ? Number(value) : value; // "Infinity": asks for missing values
}

// Which rows go to the left and to the right child, in words.
function answersAt(tree, node) {
  const feature = DATA.features[tree.feature[node]];
  const asksForMissing = (here) => (here ? "is missing" : "is not missing");
  if (feature.categories) {
    const category = feature.categories[tree.threshold[node]];
    if (category === null) return [asksForMissing(true), asksForMissing(false)];
    const shown = category === "" ? "''" : category;
    return [`= ${shown}`, `≠ ${shown}`];
  }
  const left = Boolean(tree.missingLeft[node]);
  if (!Number.isFinite(thresholdOf(tree, node))) return [asksForMissing(left), asksForMissing(!left)];
  const number = String(Number(tree.threshold[node].toPrecision(6)));
  const more = (here) => (feature.missing && here ? " or missing" : "");
  return [`< ${number}${more(left)}`, `≥ ${number}${more(!left)}`];
}

// A value is a number (of a category, if the feature is nominal), or null if it is missing.
function goesLeft(tree, node, value) {
  const feature = DATA.features[tree.feature[node]];
  if (feature.categories) {
    const code = value === null ? feature.categories.indexOf(null) : value;
    return code === tree.threshold[node];
  }
  return value === null ? Boolean(tree.missingLeft[node]) : value < thresholdOf(tree, node);
}

function leafOf(tree, values) {
  let node = 0;
  while (!isLeaf(tree, node)) {
    node = goesLeft(tree, node, values[tree.feature[node]]) ? node + 1 : tree.right[node];
  }
  return node;
}

// The distinct training rankings at a node with their weights, the most frequent ones first.
function rankingsAt(tree, node) {
  const found = new Map();
  for (let i = node; i < endOf(tree, node); i += 1) {
    for (const [ranking, weight] of tree.members[i] ?? []) {
      found.set(ranking, (found.get(ranking) ?? 0) + weight);
    }
  }
  return [...found].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
}

// The stretch of places that each label takes up; those that are ranked share all places.
function intervalsOf(ranking) {
  INTERVALS[ranking] ??= (() => {
    const positions = DATA.rankings[ranking];
    const ranked = positions.map((_, label) => label).filter((label) => positions[label] !== null);
    ranked.sort((a, b) => positions[a] - positions[b]);
    const scale = positions.length / ranked.length;
    const found = positions.map(() => null);
    for (let i = 0, end = 0; i < ranked.length; i = end) {
      while (end < ranked.length && positions[ranked[end]] === positions[ranked[i]]) end += 1;
      for (let j = i; j < end; j += 1) found[ranked[j]] = [scale * i, scale * end];
    }
    return found;
  })();
  return INTERVALS[ranking];
}

// By how much each label (first index) is in each place, averaged over weighted rankings.
function placesOf(members) {
  const k = DATA.labels.length;
  const shares = Array.from({ length: k }, () => new Array(k).fill(0));
  let total = 0;
  for (const [ranking, weight] of members) {
    total += weight;
    intervalsOf(ranking).forEach((interval, label) => {
      if (interval === null) return;
      const [begin, end] = interval;
      for (let place = Math.floor(begin); place < Math.min(Math.ceil(end), k); place += 1) {
        const covered = Math.min(end, place + 1) - Math.max(begin, place);
        if (covered > 0) shares[label][place] += weight * covered / (end - begin);
      }
    });
  }
  const sums = shares[0].map((_, place) => shares.reduce((sum, row) => sum + row[place], 0));
  return shares.map((row) => row.map((share, place) => share / (sums[place] || 1)));
}

const consensusAt = (tree, node) => DATA.consensuses[tree.consensus[node]];
