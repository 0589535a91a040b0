import * as z from "zod/mini";
import { VIEW_KINDS } from "@/lib/contract/views/view";
import { TRANSITIONS } from "@/lib/domain/history/transition";
import { type HistoryWindow, MOMENT_SYNTAX_TEXT, parseMoment, parseWindow, WINDOW_SYNTAX_TEXT } from "./history-window";
import { namespacesOfUrl } from "./list-query";

/** Names contain no NUL, and PostgreSQL rejects it. */
const text = z.string().check(
  z.maxLength(256, "At most 256 characters."),
  z.refine((one) => !one.includes("\0"), "Leave the NUL out: no text holds one."),
);
const texts = z.array(text).check(z.maxLength(64, "At most 64 values."));
const count = (least: number, most: number, fallback: number) =>
  readAs((spelled) => wholeNumber(spelled, least, most), `A whole number from ${least} to ${most}.`, fallback);
const window = readAs<HistoryWindow, null>(parseWindow, `Write ${WINDOW_SYNTAX_TEXT}. Without it, the window covers the record, up to 24h.`, null);
const at = readAs<number, null>(parseMoment, `Write ${MOMENT_SYNTAX_TEXT}. Without it, the window ends now.`, null);

/** The machines of an answer: the chosen clusters and namespaces (none = all visible) and one group ("" = machines without a group; null = all). */
const place = { cluster: texts, ns: texts, group: z._default(z.nullable(text), null) };

/**
 * GET /api/history/band. `width`: the width of the chart in pixels. `incident`: the key of an incident, whose machines replace those of `place`. Without a window,
 * its chart covers the time around it.
 */
export const StateChartQuery = z.object({ ...place, incident: z.optional(text), window, at, width: count(16, 4096, 800) });
export type StateChartQuery = z.infer<typeof StateChartQuery>;

/** GET /api/history/rows: the bands of list rows. `id`: the ids of rows, `CLUSTER/UID` for an entry and `CLUSTER/NAMESPACE/NAME` for a group. */
export const RowStateChartsQuery = z.object({
  kind: z.enum(["entries", "groups"], "Write entries or groups."),
  id: z.array(text).check(z.maxLength(200, "At most 200 rows.")),
  window,
  at,
  buckets: count(1, 120, 60),
});
export type RowStateChartsQuery = z.infer<typeof RowStateChartsQuery>;

/** GET /api/history/losses. `limit`: the number of rows, newest first. Counts and traits include all losses. */
export const LossesQuery = z.object({ ...place, window, at, limit: count(0, 500, 50) });
export type LossesQuery = z.infer<typeof LossesQuery>;

const change = readAs<number, null>(parseMoment, `Write ${MOMENT_SYNTAX_TEXT}. Without it, no change decides the window.`, null);

/**
 * GET /api/history/entry: all incarnations of a name. Without `uid`, the swimlanes are those of the newest one. `change`: the moment of the change that matters;
 * without a window, the answer covers the last hour if the change is in it.
 */
export const TimelineQuery = z.object({ cluster: text, ns: text, name: text, uid: z._default(text, ""), window, change, at, width: count(16, 4096, 800) });
export type TimelineQuery = z.infer<typeof TimelineQuery>;

/** GET /api/history/host: the endpoints of a Service or a ServiceEntry over time. */
export const ServiceHistoryQuery = z.object({
  cluster: text,
  kind: z.enum(["Service", "ServiceEntry"], "Write Service or ServiceEntry."),
  ns: text,
  name: text,
  window,
  at,
  width: count(16, 4096, 800),
});
export type ServiceHistoryQuery = z.infer<typeof ServiceHistoryQuery>;

/** GET /api/history/findings: the numbers of findings then and now, and of those that appeared or were resolved between. */
export const FindingChangesQuery = z.object({ cluster: texts, ns: texts, window, at });
export type FindingChangesQuery = z.infer<typeof FindingChangesQuery>;

/** GET /api/history/earlier-incidents. `key`: that of an incident. */
export const EarlierIncidentsQuery = z.object({ key: text });
export type EarlierIncidentsQuery = z.infer<typeof EarlierIncidentsQuery>;

/** GET /api/incidents/KEY/post-mortem. */
export const PostMortemQuery = z.object({ at });

/** GET /api/history/incident-notes. `key`: that of an incident. */
export const IncidentNotesQuery = z.object({ key: text });
export type IncidentNotesQuery = z.infer<typeof IncidentNotesQuery>;

const moment = (wayOut: string) => readAs<number, null>(parseMoment, wayOut, null);

/**
 * GET /api/history/rollouts: the effects of an istiod rollout on machines, or all changes since a `baseline`. `rollout`: its id; without one, the newest.
 * `limit`: the number of listed machines that have not reconnected.
 */
export const RolloutsQuery = z.object({
  ...{ cluster: texts, ns: texts, at },
  rollout: z._default(text, ""),
  baseline: moment(`Write ${MOMENT_SYNTAX_TEXT}. Without it, the newest rollout is told of.`),
  limit: count(0, 500, 50),
});
export type RolloutsQuery = z.infer<typeof RolloutsQuery>;

/** GET /api/history/activity. `q`: searches names and details. `before`: the `next` of the previous page. */
export const ActivityQuery = z.object({
  ...place,
  name: z._default(text, ""),
  uid: z._default(text, ""),
  type: z.array(z.enum(TRANSITIONS, "No such type.")).check(z.maxLength(TRANSITIONS.length, "Name each type once.")),
  q: z._default(text, ""),
  window,
  at,
  before: z._default(text, ""),
  limit: count(1, 500, 100),
});
export type ActivityQuery = z.infer<typeof ActivityQuery>;

/** The query of the page `/audit` and of its file. `q`: searches the user, the command, the object and the result. */
export const AuditQuery = z.object({
  ...{ cluster: texts, ns: texts, at },
  mode: z._default(z.enum(["", "applied", "dry run"], "Write applied or dry run, or leave it out."), ""),
  q: z._default(text, ""),
  before: z._default(text, ""),
  limit: count(1, 500, 100),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/** GET /api/view: a view of the live pages at the moment `at`. `query`, `offset` and `limit` are those of the view. */
export const PastViewQuery = z.object({
  kind: z.enum(VIEW_KINDS, `Write one of ${VIEW_KINDS.join(", ")}.`),
  query: z._default(z.string().check(z.maxLength(4096)), ""),
  offset: count(0, 1_000_000, 0),
  limit: count(0, 500, 0),
  at,
});
export type PastViewQuery = z.infer<typeof PastViewQuery>;

/** GET /api/history/export. Other keys of the address are the query of the page: a list, Activity or the losses. */
export const ExportQuery = z.object({
  what: z.enum(
    ["entries", "groups", "findings", "incidents", "services", "networks", "localities", "activity", "losses", "control-plane", "rollout", "audit"],
    "Write entries, groups, findings, incidents, services, networks, localities, activity, losses, control-plane, rollout or audit.",
  ),
  format: z._default(z.enum(["csv", "json"], "Write csv or json."), "csv"),
  at,
});
export type ExportQuery = z.infer<typeof ExportQuery>;

const LISTS: ReadonlySet<string> = new Set(["cluster", "ns", "id", "type"]);

/** Reads a query by its schema. On bad input, returns the field and how to correct it. Fields outside the schema are ignored. */
export function parseQueryValues<S extends z.ZodMiniObject>(
  schema: S,
  params: URLSearchParams,
): { readonly value: z.output<S> } | { readonly field: string; readonly wayOut: string } {
  const listOf = (key: string) => (key === "ns" ? namespacesOfUrl(params) : params.getAll(key));
  const fields = Object.keys(schema.shape).map((key) => [key, isList(schema, key) ? listOf(key) : (params.get(key) ?? undefined)] as const);
  const read = schema.safeParse(Object.fromEntries(fields.filter(([, value]) => value !== undefined)));
  if (read.success) return { value: read.data };
  const [issue] = read.error.issues;
  return { field: String(issue?.path[0] ?? ""), wayOut: issue?.message ?? "This cannot be read." };
}

/** In a query for one entry, `cluster` and `ns` are single values. */
function isList(schema: z.ZodMiniObject, key: string): boolean {
  return LISTS.has(key) && schema.shape[key]?._zod.def.type === "array";
}

function readAs<T, F>(read: (spelled: string) => T | null, wayOut: string, fallback: F) {
  const spelled = z.optional(z.string().check(z.refine((one) => read(one) !== null, wayOut)));
  return z.pipe(
    spelled,
    z.transform((one): T | F => (one === undefined ? fallback : (read(one) ?? fallback))),
  );
}

function wholeNumber(spelled: string, least: number, most: number): number | null {
  const value = Number(spelled);
  return /^\d{1,7}$/.test(spelled) && value >= least && value <= most ? value : null;
}
