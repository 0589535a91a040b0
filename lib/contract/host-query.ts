import { cutText } from "@/lib/domain/clean-text";
import { type CallerPlace, formatCallerPlace, parseCallerPlace } from "@/lib/domain/selection/caller-place";
import type { Selector } from "@/lib/domain/selection/objects";

/** What the page of a host shows: all of it stands in the URL. */
export interface HostQuery {
  readonly cluster: string;
  readonly kind: Selector["kind"];
  readonly namespace: string;
  readonly name: string;
  /** One of the hosts of a ServiceEntry; "" = the first. */
  readonly host: string;
  /** Who asks; null = the place of most endpoints. */
  readonly from: CallerPlace | null;
  readonly mode: "sidecar" | "ambient";
  /** Words that a row of the endpoints must have, and by what they are sorted; "" = worst first. */
  readonly words: string;
  readonly sort: string;
}

/** Columns by which endpoints are sorted. */
export const ENDPOINT_SORTS = ["name", "state", "address", "zone", "network", "weight"] as const;

const LIMIT = 253;

/** Reads the query of the view "service"; null where it names no object. */
export function parseHostQuery(query: string): HostQuery | null {
  const params = new URLSearchParams(query);
  const text = (key: string) => cutText(params.get(key) ?? "", LIMIT);
  const kind = params.get("kind");
  const [cluster, namespace, name] = [text("cluster"), text("ns"), text("name")];
  if (cluster === "" || namespace === "" || name === "" || (kind !== "Service" && kind !== "ServiceEntry")) return null;
  const mode = params.get("mode") === "ambient" ? "ambient" : "sidecar";
  return { cluster, kind, namespace, name, host: text("host"), from: parseCallerPlace(text("from")), mode, words: text("q"), sort: sortOf(text("sort")) };
}

/** The canonical form: what is as usual is left out. */
export function formatHostQuery({ cluster, kind, namespace, name, host, from, mode, words, sort }: HostQuery): string {
  const params = new URLSearchParams({ cluster, kind, ns: namespace, name });
  if (host !== "") params.set("host", host);
  if (from !== null) params.set("from", formatCallerPlace(from));
  if (mode === "ambient") params.set("mode", mode);
  if (words !== "") params.set("q", words);
  if (sort !== "") params.set("sort", sort);
  return params.toString();
}

/** What of the query stands in the address of the page: the object is its path. */
const PARAMS = ["host", "from", "mode", "q", "sort"] as const;

/** The query of a page, by its object and its address. */
export function hostQueryOf(object: Pick<HostQuery, "cluster" | "kind" | "namespace" | "name">, search: URLSearchParams): HostQuery {
  const params = new URLSearchParams({ cluster: object.cluster, kind: object.kind, ns: object.namespace, name: object.name });
  for (const key of PARAMS) params.set(key, search.get(key) ?? "");
  const { host, from, mode, words, sort } = parseHostQuery(params.toString()) ?? NOTHING_ASKED;
  return { ...object, host, from, mode, words, sort };
}

const NOTHING_ASKED = { host: "", from: null, mode: "sidecar", words: "", sort: "" } as const;

/** The address of a page that shows a query: what else stands in `search` stays. */
export function hostSearchOf(query: HostQuery, search: URLSearchParams): URLSearchParams {
  const formatted = new URLSearchParams(formatHostQuery(query));
  const next = new URLSearchParams(search);
  for (const key of PARAMS) {
    const value = formatted.get(key);
    if (value === null) next.delete(key);
    else next.set(key, value);
  }
  return next;
}

function sortOf(text: string): string {
  const column = text.replace(/^-/, "");
  return ENDPOINT_SORTS.some((one) => one === column) ? text : "";
}
