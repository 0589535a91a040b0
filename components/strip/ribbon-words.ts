import type { StripRow } from "@/lib/contract/heads";
import { formatListQuery } from "@/lib/contract/list-query";
import { pagePaths } from "@/lib/contract/paths";
import { countWord } from "@/lib/format/state-words";
import { inCluster } from "@/lib/format/text/cluster";
import { formatNumber, plural } from "@/lib/format/text/numbers";
import type { Run } from "./runs";

/** What stands over a ribbon. Machines that belong to no group share one. */
export function ribbonName({ name }: Pick<StripRow, "name">): string {
  return name === "" ? "no group" : name;
}

/** The page of a ribbon: its group, or the list of machines without one. */
export function ribbonHref({ cluster, namespace, name }: Pick<StripRow, "cluster" | "namespace" | "name">): string {
  if (name !== "") return pagePaths.group(cluster, namespace, name);
  const terms = [{ kind: "facet", facet: "group", value: "none", negated: false }] as const;
  return pagePaths.entries(formatListQuery({ clusters: [cluster], namespaces: [namespace], terms, sort: "" }));
}

/** How many are missing, of how many, and who says so: "2 missing of the declared 40". */
export function missingWords({ missing, expected, expectedFrom }: Lacking): string {
  return `${formatNumber(missing)} missing of the ${expectedFrom} ${formatNumber(expected ?? 0)}`;
}

export type Lacking = Pick<StripRow, "missing" | "expected" | "expectedFrom">;

/** A ribbon in words: "checkout, 40 machines: 2 Unhealthy, 38 Healthy". `several`: names its cluster too. */
export function ribbonWords(row: Pick<StripRow, "cluster" | "name" | "total"> & Lacking, runs: readonly Run[], past: boolean, several: boolean): string {
  return `${ribbonName(row)}${inCluster(row.cluster, several)}, ${machinesWords(row, runs, past)}`;
}

/** The same without the name. */
export function machinesWords(row: Pick<StripRow, "total"> & Lacking, runs: readonly Run[], past: boolean): string {
  const states = runs.map((run) => (run.missing ? missingWords(row) : `${formatNumber(run.count)} ${countWord(run.state, run.vouched)}`)).join(", ");
  return `${plural(row.total, "machine")}${states === "" ? "" : `: ${states}`}${past ? " (when last seen)" : ""}`;
}
