import { formatListQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";
import type { GroupRow } from "@/lib/contract/views/groups";

/** The page of a group; of machines that belong to no group, the list of them. */
export function groupHref({ cluster, namespace, name }: Pick<GroupRow, "cluster" | "namespace" | "name">): string {
  if (name !== "") return pagePaths.group(cluster, namespace, name);
  const terms = [{ kind: "facet", facet: "group", value: "none", negated: false }] as const;
  return pagePaths.entries(formatListQuery({ clusters: [cluster], namespaces: [namespace], terms, sort: "" }));
}
