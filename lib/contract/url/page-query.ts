import { cutText } from "@/lib/domain/object/clean-text";
import { type FilterGrammar, MACHINE_FILTER, type Term } from "./filter-term";
import { type ListQuery, parseListQueryOf } from "./list-query";
import { decoded } from "./paths";

/** The query of a page as Next hands it over. */
export type SearchParams = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The path of an object's page as Next hands it over: still encoded. */
export interface ObjectParams {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

/** What a list's page shows. */
export function listQueryOf(search: SearchParams): ListQuery {
  return listQueryIn(MACHINE_FILTER, search);
}

/** The same of a list with a filter of its own. */
export function listQueryIn<F extends string>(grammar: FilterGrammar<F>, search: SearchParams): ListQuery<F> {
  return parseListQueryOf(grammar, searchOf(search));
}

/** The query of a page as a browser reads it. */
export function searchOf(search: SearchParams): URLSearchParams {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) for (const one of typeof value === "string" ? [value] : (value ?? [])) params.append(key, one);
  return params;
}

/** The words of an object's path, decoded; what cannot be decoded stays as it is, and nothing is found under it. */
export function pathWords({ cluster, namespace, name }: ObjectParams): ObjectParams {
  return { cluster: decoded(cluster), namespace: decoded(namespace), name: decoded(name) };
}

/** The query of the views "group" and "entry". Without a uid: the newest incarnation. */
export function objectQuery({ cluster, namespace, name }: ObjectParams, uid = ""): string {
  const params = new URLSearchParams({ cluster, ns: namespace, name });
  if (uid !== "") params.set("uid", cutText(uid, 128));
  return params.toString();
}

/** The list of a group's machines. */
export function groupMachines({ cluster, namespace, name }: ObjectParams): ListQuery {
  const term: Term = { kind: "facet", facet: "group", value: `${namespace}/${name}`, negated: false };
  return { clusters: [cluster], namespaces: [namespace], terms: [term], sort: "" };
}
