import * as z from "zod/mini";
import type { ClusterWithFreshness } from "@/lib/domain/statements/clusters-in-total";
import { CONTROL_PLANE_VIEW } from "./control-plane";
import { ENTRIES_VIEW, ENTRY_VIEW } from "./entries";
import { FINDINGS_VIEW, GROUP_FINDINGS_VIEW, MAP_FINDINGS_VIEW, OBJECT_FINDINGS_VIEW } from "./findings";
import { FLEET_STRIP_VIEW, FLEET_VIEW, SHELL_VIEW } from "./fleet";
import { GROUP_VIEW, GROUPS_VIEW } from "./groups";
import { INCIDENT_VIEW, INCIDENTS_VIEW, OBJECT_INCIDENTS_VIEW } from "./incidents";
import { LOCALITIES_VIEW, SINGLE_ZONE_VIEW } from "./localities";
import { NETWORKS_VIEW } from "./networks";
import { SELECTED_BY_VIEW } from "./selected-by";
import { SERVICE_VIEW } from "./service";
import { SERVICES_VIEW, SERVICES_WITHOUT_ENDPOINT_VIEW, UNSELECTED_VIEW } from "./services";
import type { AnyViewDeclaration, ViewRow } from "./view-declaration";
import { WHAT_IF_VIEW } from "./what-if";

/** All views that a browser can subscribe to, by kind. */
const VIEW_DECLARATIONS = {
  shell: SHELL_VIEW,
  fleet: FLEET_VIEW,
  strip: FLEET_STRIP_VIEW,
  groups: GROUPS_VIEW,
  group: GROUP_VIEW,
  entries: ENTRIES_VIEW,
  entry: ENTRY_VIEW,
  "selected-by": SELECTED_BY_VIEW,
  service: SERVICE_VIEW,
  services: SERVICES_VIEW,
  "services-without-endpoint": SERVICES_WITHOUT_ENDPOINT_VIEW,
  unselected: UNSELECTED_VIEW,
  "what-if": WHAT_IF_VIEW,
  networks: NETWORKS_VIEW,
  localities: LOCALITIES_VIEW,
  "single-zone": SINGLE_ZONE_VIEW,
  "control-plane": CONTROL_PLANE_VIEW,
  findings: FINDINGS_VIEW,
  "findings-of": OBJECT_FINDINGS_VIEW,
  "found-on": MAP_FINDINGS_VIEW,
  "group-findings": GROUP_FINDINGS_VIEW,
  incidents: INCIDENTS_VIEW,
  incident: INCIDENT_VIEW,
  "incidents-of": OBJECT_INCIDENTS_VIEW,
} as const satisfies Readonly<Record<string, AnyViewDeclaration>>;

export type ViewKind = keyof typeof VIEW_DECLARATIONS;

/** The kinds of views. The key of a view is its kind, canonical query and window, plus the viewer's scope. */
export const VIEW_KINDS = Object.keys(VIEW_DECLARATIONS) as readonly ViewKind[];

type TypesOf<Kind extends ViewKind> = NonNullable<(typeof VIEW_DECLARATIONS)[Kind]["types"]>;
/** The head of a view of this kind. */
export type HeadOf<Kind extends ViewKind> = TypesOf<Kind>["head"];
/** A row of a view of this kind; `never` = it has no rows. */
export type RowOf<Kind extends ViewKind> = TypesOf<Kind>["row"];

/** A view at one moment. Without types, it is a view of any kind. */
export interface ViewState<Head extends object = object, Row extends ViewRow = ViewRow> {
  readonly head: Head;
  readonly rows: readonly Row[];
  /** For a page of the past: all clusters as they were then. Absent = all were reached. */
  readonly clusters?: readonly ClusterWithFreshness[] | undefined;
}

/** The state of a view of this kind. */
export type ViewStateOf<Kind extends ViewKind> = ViewState<HeadOf<Kind>, RowOf<Kind>>;

/** The subscription to a view. The browser chooses `id`, which names the view in its frames. `offset` and `limit` count rows. */
export const ViewRequest = z.object({
  id: z.int().check(z.nonnegative()),
  kind: z.enum(VIEW_KINDS),
  query: z.string().check(z.maxLength(4096)),
  offset: z.int().check(z.nonnegative()),
  limit: z.int().check(z.nonnegative(), z.maximum(500)),
});
export type ViewRequest = z.infer<typeof ViewRequest>;

/** The limit of views on one stream, which all pages of a browser share. */
export const MAX_VIEWS_PER_STREAM = 128;

/**
 * The whole list of a browser's views. Without `stream` the response is a new stream, from any replica of this server. Otherwise the list is set on the open
 * stream. A server without that stream returns 404, and the browser opens a new one.
 */
export const SetViews = z.object({
  stream: z.optional(z.string().check(z.maxLength(64))),
  views: z.array(ViewRequest).check(z.maxLength(MAX_VIEWS_PER_STREAM)),
});
export type SetViews = z.infer<typeof SetViews>;

/** The limit for the views of one stream, in rows. It allows some dozens of open pages. */
export const MAX_STREAM_COST = 8_000;

/** The cost of one filter term, in rows. */
const COST_PER_TERM = 20;

type WindowRequest = Omit<ViewRequest, "id">;

/** Returns the cost of a view for the server, in rows. */
export function viewCostOf({ kind, query, limit }: WindowRequest): number {
  const { cost, filterTerms }: AnyViewDeclaration = VIEW_DECLARATIONS[kind];
  return cost + COST_PER_TERM * (filterTerms?.(query) ?? 0) + limit;
}

/** Returns the first views, up to the cost limit of a stream. */
export function viewsWithinCost<V extends WindowRequest>(views: readonly V[]): readonly V[] {
  let cost = 0;
  return views.filter((view) => {
    cost += viewCostOf(view);
    return cost <= MAX_STREAM_COST;
  });
}

/** Returns equal values for requests of the same view: with the canonical query, and without the window if the rows do not depend on it. */
export function canonicalViewRequest<V extends WindowRequest>(view: V): V {
  const { canonicalQuery, rows }: AnyViewDeclaration = VIEW_DECLARATIONS[view.kind];
  return { ...view, query: canonicalQuery(view.query), ...(rows === "window" ? {} : { offset: 0, limit: 0 }) };
}

/** Returns the number of rows that a view has by its head. Null = the head does not count them. */
export function rowCountFromHead({ kind, offset, limit }: WindowRequest, head: object): number | null {
  const { rows, rowCount }: AnyViewDeclaration = VIEW_DECLARATIONS[kind];
  if (rows === "none") return 0;
  return rowCount === undefined ? null : Math.max(0, Math.min(limit, Number(Reflect.get(head, rowCount)) - offset));
}
