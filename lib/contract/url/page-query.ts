import { truncateText } from "@/lib/domain/object/clean-text";
import { type FilterGrammar, MACHINE_FILTER, type Term } from "./filter-term";
import { type ListQuery, parseListQueryWithGrammar } from "./list-query";
import { decodeSegment } from "./paths";

/** The query of a page as Next passes it. */
export type SearchParams = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The path segments of an object's page as Next passes them: still encoded. */
export interface ObjectParams {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
}

/** Reads the query of the page of a machine list. */
export function machinesQueryFromSearchParams(search: SearchParams): ListQuery {
  return listQueryFromSearchParams(MACHINE_FILTER, search);
}

/** Reads the query of the page of a list with another filter grammar. */
export function listQueryFromSearchParams<F extends string>(grammar: FilterGrammar<F>, search: SearchParams): ListQuery<F> {
  return parseListQueryWithGrammar(grammar, toUrlSearchParams(search));
}

/** Converts the query of a page to the form of a browser. */
export function toUrlSearchParams(search: SearchParams): URLSearchParams {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) for (const one of typeof value === "string" ? [value] : (value ?? [])) params.append(key, one);
  return params;
}

/** Decodes the path segments of an object's page. A segment that is not decodable stays unchanged and matches no object. */
export function decodeObjectParams({ cluster, namespace, name }: ObjectParams): ObjectParams {
  return { cluster: decodeSegment(cluster), namespace: decodeSegment(namespace), name: decodeSegment(name) };
}

/** Formats the query of the views "group" and "entry". Without a uid, it means the newest incarnation. */
export function objectViewQuery({ cluster, namespace, name }: ObjectParams, uid = ""): string {
  const params = new URLSearchParams({ cluster, ns: namespace, name });
  if (uid !== "") params.set("uid", truncateText(uid, 128));
  return params.toString();
}

/** Returns the query for the machines of a group. */
export function groupMachinesQuery({ cluster, namespace, name }: ObjectParams): ListQuery {
  const term: Term = { kind: "facet", facet: "group", value: `${namespace}/${name}`, negated: false };
  return { clusters: [cluster], namespaces: [namespace], terms: [term], sort: "" };
}
