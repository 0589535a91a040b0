import { formatListQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";

/** The machines of a network, as a list. */
export function networkHref({ cluster, network }: { readonly cluster: string; readonly network: string }): string {
  const terms = [{ kind: "facet", facet: "network", value: network === "" ? "none" : network, negated: false }] as const;
  return pagePaths.entries(formatListQuery({ clusters: [cluster], namespaces: [], terms, sort: "" }));
}
