/** What must not grow with the fleet: part, the beginning of the figure's name, and how far the largest fleet may be above the smallest. */
const LAWS = [
  ["P3", "CPU per event ÷ reading its line from a socket and parsing it, events of a humming fleet", 1.3],
  ["P7", "HTML of overview, gzip", 1.03],
  ["P7", "HTML of entries, gzip", 1.03],
];

/** The largest fleet against the smallest, for each law whose figures are here. */
export function growthLaws(figures) {
  return LAWS.flatMap(([part, metric, most]) => {
    const found = figures.filter((figure) => figure.part === part && figure.metric === metric).sort((a, b) => a.entries - b.entries);
    const [least, largest] = [found[0], found.at(-1)];
    if (found.length < 2) return [];
    const value = Math.round((largest.value / least.value) * 1_000) / 1_000;
    return [
      {
        part,
        entries: largest.entries,
        metric: `${metric}: ${largest.entries} ÷ ${least.entries} entries`,
        value,
        unit: "",
        goal: `≤ ${most}`,
        ok: value <= most,
      },
    ];
  });
}
