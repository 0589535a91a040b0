import { ExportQuery } from "@/lib/contract/url/history-query";
import { formatMapFindingsQuery, formatObjectFindingsQuery, KINDS_WITH_FINDINGS, MAP_PAGE_NAMES } from "@/lib/contract/views/findings";
import { formatObjectIncidentsQuery, INCIDENT_SUBJECTS } from "@/lib/contract/views/incidents";
import { SELECTED_SUBJECTS, selectedByQuery } from "@/lib/contract/views/selected-by";
import { VIEW_KINDS, type ViewRequest } from "@/lib/contract/views/view";
import { YAML_KINDS } from "@/lib/domain/source/source";

/** A machine or a group by its address, and by its uid where that is known; a host may have the name of a group. */
interface AskedThing {
  readonly cluster: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid?: string;
}

/** What there is to ask about. */
export interface AskedThings {
  readonly entries: readonly AskedThing[];
  readonly groups: readonly AskedThing[];
}

type ViewKind = ViewRequest["kind"];

const whole = () => [""];
const named = ({ cluster, namespace, name }: AskedThing) => new URLSearchParams({ cluster, ns: namespace, name }).toString();
const subjectsOf = (of: string, { entries, groups }: AskedThings) => (of === "entry" || of === "WorkloadEntry" ? entries : groups);
const hostOf = (thing: AskedThing, at: number) => `kind=${at % 2 === 0 ? "Service" : "ServiceEntry"}&${named(thing)}`;
/** What may be lost: what has the letters of a name. */
const lostOf = ({ entries: [first] }: AskedThings) => (first === undefined ? [] : [`lost=${encodeURIComponent(`set:${first.name.slice(0, 3)}`)}`]);

/** The queries with which a view of each kind tells something. Of a kind that has no line here the compiler asks. */
const QUERIES: Readonly<Record<ViewKind, (things: AskedThings) => readonly string[]>> = {
  shell: whole,
  fleet: whole,
  strip: whole,
  groups: whole,
  group: ({ groups }) => groups.map(named),
  entries: whole,
  entry: ({ entries }) => entries.map(named),
  "selected-by": (things) => SELECTED_SUBJECTS.flatMap((of) => subjectsOf(of, things).map((thing) => selectedByQuery(of, thing))),
  service: ({ groups }) => groups.map(hostOf),
  services: whole,
  "services-without-endpoint": whole,
  unselected: whole,
  "what-if": (things) => lostOf(things).flatMap((lost) => [lost, `${lost}&of=groups`]),
  networks: whole,
  localities: whole,
  "single-zone": () => ["", "of=host"],
  "control-plane": whole,
  findings: whole,
  "findings-of": (things) => KINDS_WITH_FINDINGS.flatMap((of) => subjectsOf(of, things).map((thing) => formatObjectFindingsQuery({ of, ...thing }))),
  "found-on": () => MAP_PAGE_NAMES.map(formatMapFindingsQuery),
  "group-findings": whole,
  incidents: whole,
  incident: () => ["key=none"],
  "incidents-of": (things) => INCIDENT_SUBJECTS.flatMap((of) => subjectsOf(of, things).map((thing) => formatObjectIncidentsQuery({ of, ...thing }))),
};

/** Views of every kind, with what they are asked about. */
export function askedViews(things: AskedThings): readonly Pick<ViewRequest, "kind" | "query">[] {
  return VIEW_KINDS.flatMap((kind) => QUERIES[kind](things).map((query) => ({ kind, query })));
}

/** The same as a stream is asked for them: of lists a part. */
export function streamedViews(things: AskedThings): readonly ViewRequest[] {
  return askedViews(things).map((view, id) => ({ ...view, id, offset: 0, limit: view.query === "" ? 50 : 5 }));
}

/** Every kind of which a page opens single objects, as the addresses of objects and of their events name it. */
export const OPENED_KINDS: readonly string[] = YAML_KINDS;

/** Every list that can be taken along as a file. */
export const EXPORTS: readonly string[] = ExportQuery.shape.what.options;

const WINDOW = "window=1h";

/** What each question about the past is asked with; that these are all is seen from what the server says of one that it does not know. */
const PAST: Readonly<Record<string, (things: AskedThings) => readonly string[]>> = {
  band: () => [WINDOW],
  rows: ({ entries, groups }) => [rowsOf("entries", entries), rowsOf("groups", groups)],
  losses: () => [WINDOW],
  entry: ({ entries }) => entries.map((thing) => `${named(thing)}&${WINDOW}`),
  host: ({ groups }) => groups.map((thing, at) => `${hostOf(thing, at)}&${WINDOW}`),
  rollouts: () => ["", `baseline=${Date.now() - 60_000}`],
  findings: () => [WINDOW],
  activity: () => [WINDOW],
  "earlier-incidents": () => ["key=none"],
  "incident-notes": () => ["key=none"],
};

function rowsOf(kind: "entries" | "groups", things: readonly AskedThing[]): string {
  const ids = things.map(({ cluster, namespace, name, uid = "" }) => (kind === "groups" ? `${cluster}/${namespace}/${name}` : `${cluster}/${uid}`));
  return `${new URLSearchParams([["kind", kind], ["window", "1h"], ...ids.map((id) => ["id", id])])}`;
}

/** The questions about the past by their names, and the addresses below `/api/history/` by which they are asked. */
export const PAST_QUESTIONS: readonly string[] = Object.keys(PAST);
export function pastAddresses(things: AskedThings): readonly string[] {
  return Object.entries(PAST).flatMap(([what, searches]) => searches(things).map((search) => (search === "" ? what : `${what}?${search}`)));
}
