import { formatListQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";
import type { FleetStripRow } from "@/lib/contract/views/fleet";
import { type StateWord, wordOfState } from "@/lib/domain/verdict/verdict";
import { countWord, WORDS } from "@/lib/format/state-words";
import { inCluster } from "@/lib/format/text/cluster";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import type { CellRun } from "./cell-runs";

/** Returns the name above a ribbon: its group, "no group", or the number of groups that share it. */
export function ribbonName({ name, shared }: Pick<FleetStripRow, "name" | "shared">): string {
  if (shared !== undefined) return shared.isTrouble ? plural(shared.groups, "more group") : `${plural(shared.groups, "group")} without trouble`;
  return name === "" ? "no group" : name;
}

/** Returns the link of a ribbon: its group, the list of machines without a group, or the list of groups. */
export function ribbonHref({ cluster, namespace, name, shared }: Pick<FleetStripRow, "cluster" | "namespace" | "name" | "shared">): string {
  if (name !== "") return pagePaths.group(cluster, namespace, name);
  const place = { clusters: [cluster], namespaces: namespace === "" ? [] : [namespace], sort: "" };
  if (shared !== undefined) return pagePaths.groups(formatListQuery({ ...place, terms: [] }));
  return pagePaths.entries(formatListQuery({ ...place, terms: [{ kind: "facet", facet: "group", value: "none", negated: false }] }));
}

/** Returns the text of a run of equal cells: "2 lost", "2 missing of the declared 40", "38 Healthy". */
export function runText({ state, vouched, count, away }: CellRun, { expected, expectedFrom }: Sized): string {
  if (away === "missing") return `${formatNumber(count)} missing${expected === null ? "" : ` of the ${expectedFrom} ${formatNumber(expected)}`}`;
  return `${formatNumber(count)} ${away ?? countWord(state, vouched)}`;
}

type Sized = Pick<FleetStripRow, "expected" | "expectedFrom">;

/**
 * Returns the accessible name of a ribbon: "checkout, 40 machines: 2 Unhealthy, 38 Healthy". `several`: the viewer has several clusters, so the text
 * names the ribbon's.
 */
export function ribbonAccessibleName(
  row: Pick<FleetStripRow, "cluster" | "name" | "shared" | "deleted"> & Sized,
  runs: readonly CellRun[],
  past: boolean,
  several: boolean,
): string {
  const deleted = row.deleted === undefined ? "" : " (deleted)";
  return `${ribbonName(row)}${deleted}${inCluster(row.cluster, several)}, ${ribbonCountsText(row, runs, past)}`;
}

/** Returns the counts of a ribbon without its name: "40 machines: 2 Unhealthy, 38 Healthy". */
export function ribbonCountsText(row: Sized, runs: readonly CellRun[], past: boolean): string {
  const states = runs.map((run) => runText(run, row)).join(", ");
  const total = runs.reduce((sum, { count }) => sum + count, 0);
  return `${plural(total, "machine")}${states === "" ? "" : `: ${states}`}${past ? " (when last seen)" : ""}`;
}

/** The number of machines in one state that does not serve, with its colour. */
export interface NotServingLabel {
  readonly text: string;
  readonly tone: "bad" | "blind" | "idle";
}

const LABELS: readonly (readonly [word: StateWord, tone: NotServingLabel["tone"]])[] = [
  ["unhealthy", "bad"],
  ["lost", "bad"],
  ["unverified", "blind"],
  ["draining", "idle"],
  ["starting", "idle"],
];

/**
 * Returns the labels next to a ribbon's name: the worst state, and the number of all other machines that do not serve ("6 unhealthy", "+2"). They are
 * short, so that ribbons keep their places. The tooltip lists all states.
 */
export function notServingLabels(runs: readonly CellRun[]): readonly NotServingLabel[] {
  const counted = LABELS.map(([word, tone]) => {
    const own = runs.filter(({ state, away }) => wordOfState(state) === word && away !== "missing");
    return { count: own.reduce((sum, run) => sum + run.count, 0), word: WORDS[word].toLowerCase(), tone };
  });
  const missing = runs.find(({ away }) => away === "missing")?.count ?? 0;
  const [worst, ...others] = [...counted, { count: missing, word: "missing", tone: "idle" as const }].filter(({ count }) => count > 0);
  if (worst === undefined) return [];
  const more = others.reduce((sum, { count }) => sum + count, 0);
  const label = { text: `${formatNumber(worst.count)} ${worst.word}`, tone: worst.tone };
  return more === 0 ? [label] : [label, { text: `+${formatNumber(more)}`, tone: "idle" }];
}
