import { parseMachinesQuery } from "@/lib/contract/url/list-query";
import { pagePaths } from "@/lib/contract/url/paths";

/** Which clusters and namespaces a person wants to see; none chosen = all that may be seen. */
export interface PickedScope {
  readonly clusters: readonly string[];
  readonly namespaces: readonly string[];
}

export const EVERYTHING: PickedScope = { clusters: [], namespaces: [] };

/** The choice as a URL has it. */
export function pickedScopeOf(search: URLSearchParams | string): PickedScope {
  const { clusters, namespaces } = parseMachinesQuery(search);
  return { clusters, namespaces };
}

/** The choice as a URL writes it, "" for everything. */
export function scopeSearch({ clusters, namespaces }: PickedScope): string {
  const params = new URLSearchParams();
  for (const cluster of clusters) params.append("cluster", cluster);
  for (const namespace of namespaces) params.append("ns", namespace);
  return params.toString();
}

/** The address of the same list under another choice; filters and order stay. From the page of one object it leads to the list that holds it. */
export function hrefUnder(pathname: string, search: URLSearchParams, picked: PickedScope): string {
  const list = listOf(pathname);
  const params = new URLSearchParams(list === pathname ? search : "");
  params.delete("cluster");
  params.delete("ns");
  const query = [scopeSearch(picked), params.toString()].filter((part) => part !== "").join("&");
  return query === "" ? list : `${list}?${query}`;
}

/** Whether a page is a list, so that the choice applies to it. */
export function isList(pathname: string): boolean {
  return listOf(pathname) === pathname;
}

/** Takes a name out of a choice, or puts it in. */
export function toggled(names: readonly string[], name: string): readonly string[] {
  return names.includes(name) ? names.filter((other) => other !== name) : [...names, name].sort();
}

function listOf(pathname: string): string {
  const [, first, , kind] = pathname.split("/");
  if (first !== "c") return pathname;
  if (kind === "services" || kind === "serviceentries") return pagePaths.services();
  return kind === "groups" ? pagePaths.groups() : pagePaths.entries();
}
