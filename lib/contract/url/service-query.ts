import { truncateText } from "@/lib/domain/object/clean-text";
import { type CallerLocation, type CallerLocationOfOpenPage, formatCallerLocationParam, parseCallerLocationParam } from "@/lib/domain/selection/default-caller";
import type { MeshService } from "@/lib/domain/selection/objects";
import type { CallerKind } from "@/lib/domain/selection/world";

/** The query of the page of a service. All of it except `pinned` is in the URL. */
export interface ServiceQuery {
  readonly cluster: string;
  readonly kind: MeshService["kind"];
  readonly namespace: string;
  readonly name: string;
  /** One of the host names of a ServiceEntry; "" = the first. */
  readonly host: string;
  /** The caller; null = the default caller. */
  readonly from: CallerLocation | null;
  /** The kind of the caller. */
  readonly caller: CallerKind;
  /** The default caller that the page already shows; null = none yet. Not part of the page's address. */
  readonly pinned: CallerLocationOfOpenPage | null;
  readonly mode: "sidecar" | "ambient";
  /** Words that a row of the endpoints must contain. `sort`: a column; "" = worst first. */
  readonly words: string;
  readonly sort: string;
}

/** Columns by which endpoints are sorted. */
export const ENDPOINT_SORTS = ["name", "state", "address", "zone", "network", "weight"] as const;

const LIMIT = 253;

/** Reads the query of the view "service"; null if it names no object. */
export function parseServiceQuery(query: string): ServiceQuery | null {
  const params = new URLSearchParams(query);
  const text = (key: string) => truncateText(params.get(key) ?? "", LIMIT);
  const kind = params.get("kind");
  const [cluster, namespace, name] = [text("cluster"), text("ns"), text("name")];
  if (cluster === "" || namespace === "" || name === "" || (kind !== "Service" && kind !== "ServiceEntry")) return null;
  const mode = params.get("mode") === "ambient" ? "ambient" : "sidecar";
  const from = parseCallerLocationParam(text("from"));
  const place = from === null ? parseCallerLocationParam(text("pinned")) : null;
  const pinned = place === null ? null : { ...place, node: text("pinnedNode") };
  return {
    cluster,
    kind,
    namespace,
    name,
    host: text("host"),
    from,
    caller: kindOf(params.get("caller")),
    pinned,
    mode,
    words: text("q"),
    sort: sortOf(text("sort")),
  };
}

/** Formats a query in its canonical form, without default values. */
export function formatServiceQuery({ cluster, kind, namespace, name, host, from, caller, pinned, mode, words, sort }: ServiceQuery): string {
  const params = new URLSearchParams({ cluster, kind, ns: namespace, name });
  if (host !== "") params.set("host", host);
  if (from !== null) params.set("from", formatCallerLocationParam(from));
  if (caller !== "sidecar") params.set("caller", caller);
  if (from === null && pinned !== null) {
    params.set("pinned", formatCallerLocationParam(pinned));
    if (pinned.node !== "") params.set("pinnedNode", pinned.node);
  }
  if (mode === "ambient") params.set("mode", mode);
  if (words !== "") params.set("q", words);
  if (sort !== "") params.set("sort", sort);
  return params.toString();
}

/** The keys of the query in the address of the page. The path of the page names the object. */
const PARAMS = ["host", "from", "caller", "mode", "q", "sort"] as const;

/** Returns the query of a page from its object and its address. */
export function serviceQueryFromParams(object: Pick<ServiceQuery, "cluster" | "kind" | "namespace" | "name">, search: URLSearchParams): ServiceQuery {
  const params = new URLSearchParams({ cluster: object.cluster, kind: object.kind, ns: object.namespace, name: object.name });
  for (const key of PARAMS) params.set(key, search.get(key) ?? "");
  const { host, from, caller, pinned, mode, words, sort } = parseServiceQuery(params.toString()) ?? NOTHING_ASKED;
  return { ...object, host, from, caller, pinned, mode, words, sort };
}

const NOTHING_ASKED = { host: "", from: null, caller: "sidecar", pinned: null, mode: "sidecar", words: "", sort: "" } as const;

/** Returns the address of the page with this query. Other keys of `search` stay. */
export function servicePageSearchParams(query: ServiceQuery, search: URLSearchParams): URLSearchParams {
  const formatted = new URLSearchParams(formatServiceQuery(query));
  const next = new URLSearchParams(search);
  for (const key of PARAMS) {
    const value = formatted.get(key);
    if (value === null) next.delete(key);
    else next.set(key, value);
  }
  return next;
}

function kindOf(text: string | null): CallerKind {
  return text === "gateway" || text === "outside" ? text : "sidecar";
}

function sortOf(text: string): string {
  const column = text.replace(/^-/, "");
  return ENDPOINT_SORTS.some((one) => one === column) ? text : "";
}
