import * as z from "zod/mini";
import { formatListQuery } from "./list-query";
import { pagePaths } from "./paths";

/** How much rules found about one group, by severity; `id` is that of its row. */
export const GroupFindingsRow = z.object({ id: z.string(), error: z.number(), warning: z.number(), note: z.number() });
export type GroupFindingsRow = z.infer<typeof GroupFindingsRow>;

/**
 * Head of "group-findings". Its rows are the groups about which something was found, those with the worst first. `settled` is false while not
 * everything has been asked about; `more` groups have findings and no row.
 */
export const GroupFindingsHead = z.object({
  settled: z.boolean(),
  more: z.number(),
  /** Where some rules about groups cannot tell, and how many. */
  untold: z.array(z.object({ cluster: z.string(), namespace: z.string(), rules: z.number() })),
});
export type GroupFindingsHead = z.infer<typeof GroupFindingsHead>;

/** The list of what was found about a group. */
export function groupFindingsHref({ cluster, namespace, name }: { readonly cluster: string; readonly namespace: string; readonly name: string }): string {
  const terms = [{ kind: "facet", facet: "object", value: name, negated: false }] as const;
  return pagePaths.findings(formatListQuery({ clusters: [cluster], namespaces: [namespace], terms, sort: "" }));
}
