import { parseMachinesQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";

/** The clusters and namespaces that the user selected; empty = all that the viewer may see. */
export interface PickedScope {
  readonly clusters: readonly string[];
  readonly namespaces: readonly string[];
}

export const WHOLE_SCOPE: PickedScope = { clusters: [], namespaces: [] };

/** Reads the selection from URL parameters. */
export function parsePickedScope(search: URLSearchParams | string): PickedScope {
  const { clusters, namespaces } = parseMachinesQuery(search);
  return { clusters, namespaces };
}

/** Returns the selection as URL parameters; "" = everything. */
export function formatPickedScope({ clusters, namespaces }: PickedScope): string {
  const params = new URLSearchParams();
  for (const cluster of clusters) params.append("cluster", cluster);
  for (const namespace of namespaces) params.append("ns", namespace);
  return params.toString();
}

/** Returns the address of a list with another selection, with the same filter and order. On the page of an object, returns the list of its kind. */
export function listHrefWithScope(pathname: string, search: URLSearchParams, picked: PickedScope): string {
  const list = listOf(pathname);
  const params = new URLSearchParams(list === pathname ? search : "");
  params.delete("cluster");
  params.delete("ns");
  const query = [formatPickedScope(picked), params.toString()].filter((part) => part !== "").join("&");
  return query === "" ? list : `${list}?${query}`;
}

/** Returns true if the page is a list, which the selection filters. */
export function isListPage(pathname: string): boolean {
  return listOf(pathname) === pathname;
}

/** Adds a name to a selection, or removes it. The result is sorted. */
export function toggleName(names: readonly string[], name: string): readonly string[] {
  return names.includes(name) ? names.filter((other) => other !== name) : [...names, name].sort();
}

function listOf(pathname: string): string {
  const [, first, , kind] = pathname.split("/");
  if (first !== "c") return pathname;
  if (kind === "services" || kind === "serviceentries") return pagePaths.services();
  return kind === "groups" ? pagePaths.groups() : pagePaths.entries();
}
