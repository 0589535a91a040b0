import { parseFindingsQuery, parseGroupsQuery, parseServicesQuery } from "@/lib/contract/url/list-filters";
import { formatListQuery, parseListQuery } from "@/lib/contract/url/list-query";
import { formatNetworksQuery, parseNetworksQuery } from "@/lib/contract/url/networks-query";
import { formatServiceQuery, parseServiceQuery } from "@/lib/contract/url/service-query";
import { parseLocalitiesQuery, singleZoneKind, singleZoneQuery } from "./localities";
import type { ViewRequest } from "./view";
import { formatWhatIf, parseWhatIf } from "./what-if";

/** The limit for the views of one stream, in rows. It allows some dozens of open pages. */
export const MAX_STREAM_COST = 8_000;

/** The cost to keep a view up to date, in rows, without its own rows. */
const BESIDE_ROWS: Readonly<Record<ViewRequest["kind"], number>> = {
  shell: 20,
  fleet: 50,
  strip: 50,
  groups: 50,
  group: 50,
  entries: 100,
  entry: 10,
  "selected-by": 50,
  service: 150,
  services: 50,
  "services-without-endpoint": 50,
  unselected: 50,
  networks: 200,
  "what-if": 400,
  localities: 150,
  "single-zone": 50,
  "control-plane": 100,
  findings: 50,
  "findings-of": 20,
  "found-on": 20,
  "group-findings": 100,
};
/** The server checks each filter term on every machine that changes. */
const EACH_WORD = 20;

type Asked = Omit<ViewRequest, "id">;

/** Returns the cost of a view for the server, in rows. */
export function viewCostOf({ kind, query, limit }: Asked): number {
  const words = kind === "entries" || kind === "groups" ? parseListQuery(query).terms.length : kind === "services" ? parseServicesQuery(query).terms.length : 0;
  return BESIDE_ROWS[kind] + EACH_WORD * words + limit;
}

/** Returns the first views, up to the cost limit of a stream. */
export function viewsWithinCost<V extends Asked>(views: readonly V[]): readonly V[] {
  let cost = 0;
  return views.filter((view) => {
    cost += viewCostOf(view);
    return cost <= MAX_STREAM_COST;
  });
}

/** Returns equal values for requests of the same view: drops the fields that its kind does not read, and sorts the others. */
export function canonicalView<V extends Asked>(view: V): V {
  const { kind, query } = view;
  const places = () => {
    const { clusters, namespaces } = parseListQuery(query);
    return formatListQuery({ clusters, namespaces, terms: [], sort: "" });
  };
  switch (kind) {
    case "shell":
      return { ...view, query: "", offset: 0, limit: 0 };
    case "fleet":
    case "strip":
    case "services-without-endpoint":
    case "unselected":
    case "control-plane":
      return { ...view, query: places() };
    case "groups":
      return { ...view, query: formatListQuery(parseGroupsQuery(query)) };
    case "entries":
      return { ...view, query: formatListQuery(parseListQuery(query)) };
    case "findings":
      return { ...view, query: formatListQuery(parseFindingsQuery(query)) };
    case "findings-of":
      return { ...view, query: only(query, ["of", "cluster", "ns", "name"]), offset: 0, limit: 0 };
    case "found-on":
      return { ...view, query: only(query, ["map"]), offset: 0, limit: 0 };
    case "group-findings":
      return { ...view, query: places(), offset: 0, limit: 0 };
    case "selected-by":
      return { ...view, query: only(query, ["of", "cluster", "ns", "name", "uid"]), offset: 0, limit: 0 };
    case "service": {
      const parsed = parseServiceQuery(query);
      return parsed === null ? view : { ...view, query: formatServiceQuery(parsed) };
    }
    case "what-if":
      return { ...view, query: formatWhatIf(parseWhatIf(query)) };
    case "services":
      return { ...view, query: formatListQuery(parseServicesQuery(query)) };
    case "networks":
      return { ...view, query: formatNetworksQuery(parseNetworksQuery(query)) };
    case "localities":
      return { ...view, query: formatListQuery({ ...parseLocalitiesQuery(query), sort: "" }) };
    case "single-zone":
      return { ...view, query: singleZoneQuery(singleZoneKind(query), places()) };
    case "group":
    case "entry":
      return { ...view, query: only(query, kind === "entry" ? ["cluster", "ns", "name", "uid"] : ["cluster", "ns", "name"]), offset: 0, limit: 0 };
  }
}

function only(query: string, keys: readonly string[]): string {
  const params = new URLSearchParams(query);
  return new URLSearchParams(keys.flatMap((key) => (params.get(key) ? [[key, params.get(key) ?? ""]] : []))).toString();
}
