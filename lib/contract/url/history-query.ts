import * as z from "zod/mini";
import { VIEW_KINDS } from "@/lib/contract/views/view";
import { TRANSITIONS } from "@/lib/domain/history/transition";
import { type HistoryWindow, MOMENT_FORM, parseMoment, parseWindow, WINDOW_FORM } from "./history-window";
import { namespacesIn } from "./list-query";

/** No name holds a NUL, and PostgreSQL knows none. */
const text = z.string().check(
  z.maxLength(256, "At most 256 characters."),
  z.refine((one) => !one.includes("\0"), "Leave the NUL out: no text holds one."),
);
const texts = z.array(text).check(z.maxLength(64, "At most 64 values."));
const count = (least: number, most: number, fallback: number) =>
  readAs((spelled) => wholeNumber(spelled, least, most), `A whole number from ${least} to ${most}.`, fallback);
const window = readAs<HistoryWindow, null>(parseWindow, `Write ${WINDOW_FORM}. Without it, the window covers the record, up to 24h.`, null);
const at = readAs<number, null>(parseMoment, `Write ${MOMENT_FORM}. Without it, the window ends now.`, null);

/** Which machines an answer is about: picked clusters and namespaces (none = all in sight) and one group ("" = those without one; null = all). */
const place = { cluster: texts, ns: texts, group: z._default(z.nullable(text), null) };

/** GET /api/history/band. `width` is what it is drawn on, in pixels. */
export const BandQuery = z.object({ ...place, window, at, width: count(16, 4096, 800) });
export type BandQuery = z.infer<typeof BandQuery>;

/** GET /api/history/rows: bands for rows of a list; `id` is a row's: `CLUSTER/UID` of an entry, `CLUSTER/NAMESPACE/NAME` of a group. */
export const RowsQuery = z.object({
  kind: z.enum(["entries", "groups"], "Write entries or groups."),
  id: z.array(text).check(z.maxLength(200, "At most 200 rows.")),
  window,
  at,
  buckets: count(1, 120, 60),
});
export type RowsQuery = z.infer<typeof RowsQuery>;

/** GET /api/history/losses. `limit` rows, newest first; counts and traits are of all. */
export const LossesQuery = z.object({ ...place, window, at, limit: count(0, 500, 50) });
export type LossesQuery = z.infer<typeof LossesQuery>;

/** GET /api/history/entry: all incarnations of a name; without `uid`, swimlanes are those of the newest. */
export const TimelineQuery = z.object({ cluster: text, ns: text, name: text, uid: z._default(text, ""), window, at, width: count(16, 4096, 800) });
export type TimelineQuery = z.infer<typeof TimelineQuery>;

/** GET /api/history/host: who answered for a Service or a ServiceEntry. */
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

/** GET /api/history/findings: what rules found then and find now, and what came and went in between. */
export const FindingChangesQuery = z.object({ cluster: texts, ns: texts, window, at });
export type FindingChangesQuery = z.infer<typeof FindingChangesQuery>;

const moment = (wayOut: string) => readAs<number, null>(parseMoment, wayOut, null);

/**
 * GET /api/history/rollouts: what became of machines while istiod was rolled out (`rollout`, by its id; without one, in the newest), or since a `baseline`.
 * `limit`: so many of those that are not back.
 */
export const RolloutsQuery = z.object({
  ...{ cluster: texts, ns: texts, at },
  rollout: z._default(text, ""),
  baseline: moment(`Write ${MOMENT_FORM}. Without it, the newest rollout is told of.`),
  limit: count(0, 500, 50),
});
export type RolloutsQuery = z.infer<typeof RolloutsQuery>;

/** GET /api/history/activity. `q` looks into names and details; `before` is the cursor of the page before. */
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

/** The commands that were given: the page `/audit`, and its file. `q` looks into who, what, where and what came of it. */
export const AuditQuery = z.object({
  ...{ cluster: texts, ns: texts, at },
  mode: z._default(z.enum(["", "applied", "dry run"], "Write applied or dry run, or leave it out."), ""),
  q: z._default(text, ""),
  before: z._default(text, ""),
  limit: count(1, 500, 100),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/** GET /api/view: a view of the live pages as it was at T. `query`, `offset` and `limit` are those of the view. */
export const PastViewQuery = z.object({
  kind: z.enum(VIEW_KINDS, `Write one of ${VIEW_KINDS.join(", ")}.`),
  query: z._default(z.string().check(z.maxLength(4096)), ""),
  offset: count(0, 1_000_000, 0),
  limit: count(0, 500, 0),
  at,
});
export type PastViewQuery = z.infer<typeof PastViewQuery>;

/** GET /api/history/export. All else in the address is the query of the page: a list's, the activity's or that of the losses. */
export const ExportQuery = z.object({
  what: z.enum(
    ["entries", "groups", "findings", "services", "networks", "localities", "activity", "losses", "control-plane", "rollout", "audit"],
    "Write entries, groups, findings, services, networks, localities, activity, losses, control-plane, rollout or audit.",
  ),
  format: z._default(z.enum(["csv", "json"], "Write csv or json."), "csv"),
  at,
});
export type ExportQuery = z.infer<typeof ExportQuery>;

const LISTS: ReadonlySet<string> = new Set(["cluster", "ns", "id", "type"]);

/** Reads a query by its schema; on bad input, the field and the way out. Fields that the schema does not know are nobody's business. */
export function parseQueryValues<S extends z.ZodMiniObject>(
  schema: S,
  params: URLSearchParams,
): { readonly value: z.output<S> } | { readonly field: string; readonly wayOut: string } {
  const listOf = (key: string) => (key === "ns" ? namespacesIn(params) : params.getAll(key));
  const fields = Object.keys(schema.shape).map((key) => [key, isList(schema, key) ? listOf(key) : (params.get(key) ?? undefined)] as const);
  const read = schema.safeParse(Object.fromEntries(fields.filter(([, value]) => value !== undefined)));
  if (read.success) return { value: read.data };
  const [issue] = read.error.issues;
  return { field: String(issue?.path[0] ?? ""), wayOut: issue?.message ?? "This cannot be read." };
}

/** `cluster` and `ns` are one value where one entry is asked for. */
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
