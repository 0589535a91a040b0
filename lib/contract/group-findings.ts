import { formatListQuery } from "./list-query";
import { pagePaths } from "./paths";

/** How much rules found about one group, by severity; `id` is that of its row. */
export interface GroupFindingsRow {
  readonly id: string;
  readonly error: number;
  readonly warning: number;
  readonly note: number;
}

/**
 * Head of "group-findings". Its rows are the groups about which something was found, those with the worst first. `settled` is false while not
 * everything has been asked about; `more` groups have findings and no row.
 */
export interface GroupFindingsHead {
  readonly settled: boolean;
  readonly more: number;
  /** Where some rules about groups cannot tell, and how many. */
  readonly untold: readonly { readonly cluster: string; readonly namespace: string; readonly rules: number }[];
}

/** The list of what was found about a group. */
export function groupFindingsHref({ cluster, namespace, name }: { readonly cluster: string; readonly namespace: string; readonly name: string }): string {
  const terms = [{ kind: "facet", facet: "object", value: name, negated: false }] as const;
  return pagePaths.findings(formatListQuery({ clusters: [cluster], namespaces: [namespace], terms, sort: "" }));
}
