import { formatListQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";
import type { FleetStripRow } from "@/lib/contract/views/fleet";
import { countWord } from "@/lib/format/state-words";
import { inCluster } from "@/lib/format/text/cluster";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import type { Run } from "./runs";

/** What stands over a ribbon. Machines that belong to no group share one. */
export function ribbonName({ name }: Pick<FleetStripRow, "name">): string {
  return name === "" ? "no group" : name;
}

/** The page of a ribbon: its group, or the list of machines without one. */
export function ribbonHref({ cluster, namespace, name }: Pick<FleetStripRow, "cluster" | "namespace" | "name">): string {
  if (name !== "") return pagePaths.group(cluster, namespace, name);
  const terms = [{ kind: "facet", facet: "group", value: "none", negated: false }] as const;
  return pagePaths.entries(formatListQuery({ clusters: [cluster], namespaces: [namespace], terms, sort: "" }));
}

/** The machines of a run: "2 lost", "2 missing of the declared 40", "38 Healthy". */
export function runWords({ state, vouched, count, away }: Run, { expected, expectedFrom }: Sized): string {
  if (away === "missing") return `${formatNumber(count)} missing of the ${expectedFrom} ${formatNumber(expected ?? 0)}`;
  return `${formatNumber(count)} ${away ?? countWord(state, vouched)}`;
}

type Sized = Pick<FleetStripRow, "expected" | "expectedFrom">;

/** A ribbon in words: "checkout, 40 machines: 2 Unhealthy, 38 Healthy". `several`: names its cluster too. */
export function ribbonWords(row: Pick<FleetStripRow, "cluster" | "name"> & Sized, runs: readonly Run[], past: boolean, several: boolean): string {
  return `${ribbonName(row)}${inCluster(row.cluster, several)}, ${machinesWords(row, runs, past)}`;
}

/** The same without the name. */
export function machinesWords(row: Sized, runs: readonly Run[], past: boolean): string {
  const states = runs.map((run) => runWords(run, row)).join(", ");
  const total = runs.reduce((sum, { count }) => sum + count, 0);
  return `${plural(total, "machine")}${states === "" ? "" : `: ${states}`}${past ? " (when last seen)" : ""}`;
}
