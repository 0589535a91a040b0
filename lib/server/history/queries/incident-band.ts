import type { Kysely } from "kysely";
import type { ChartMarker, StateChartAnswer } from "@/lib/contract/answers/history";
import type { Incident, IncidentMember } from "@/lib/domain/incidents/incident";
import { INCIDENT_LIMITS } from "@/lib/domain/incidents/limits";
import type { MachineCondition } from "@/lib/domain/incidents/observation";
import { groupPath } from "@/lib/domain/incidents/traits";
import type { Scope } from "@/lib/domain/source/scope";
import { STATE_CODES } from "@/lib/domain/verdict/state-code";
import { incidentMarkText } from "@/lib/format/incident-page";
import type { HistorySchema } from "@/lib/server/history/schema";
import { bandPoints } from "./band-points";
import type { Coverage } from "./coverage";
import type { Happened } from "./happened";
import { type LevelChange, levelsOf } from "./levels";
import { markersIn } from "./markers";
import { SERVING_CODES } from "./row-buckets";
import { joined, type Span } from "./spans";

interface IncidentBandParts {
  /** The part of the incident that the viewer sees. */
  readonly incident: Incident;
  readonly span: Span;
  /** Pixels. */
  readonly width: number;
  readonly scope: Scope;
  readonly coverage: Coverage;
}

/** The chart begins so long before the first failure that it contains the changes before it, and ends so long after the end. Milliseconds. */
const BEFORE_MS = INCIDENT_LIMITS.changedBeforeMs + 120_000;
const AFTER_MS = INCIDENT_LIMITS.servingMs;
/** A long incident has this share of its duration before and after it. */
const AROUND_SHARE = 0.25;

/** Returns the window of the chart around an incident. It ends at `now` if the incident is not over. Milliseconds. */
export function windowAround({ began, endedAt }: Pick<Incident, "began" | "endedAt">, now: number): Span {
  const first = began.notBefore ?? began.at;
  const last = Math.min(endedAt ?? now, now);
  const share = Math.max(0, last - first) * AROUND_SHARE;
  const to = endedAt === null ? now : Math.min(now, last + Math.max(AFTER_MS, share));
  return { from: Math.min(first - Math.max(BEFORE_MS, share), to - 1), to };
}

/** Returns the conditions of the machines of an incident over a window, as a chart. Changes of their groups and services, and of istiod, are its marks. */
export async function incidentBand(
  database: Kysely<HistorySchema>,
  { incident: whole, span, width, scope, coverage }: IncidentBandParts,
): Promise<StateChartAnswer> {
  // On a page of the past, later members are not known yet.
  const incident = { ...whole, members: whole.members.filter(({ joinedAt }) => joinedAt <= span.to) };
  const places = placesOf(incident.members);
  const picked = { clusters: unique(places.map(({ cluster }) => cluster)), namespaces: unique(places.map(({ namespace }) => namespace)), group: null };
  const gaps = coverage.gaps(span, scope, picked);
  const recorded = coverage.recorded(picked.clusters);
  const begins = await firstRecorded(database, incident.members);
  const levels = levelsOf(incident.members.flatMap((member) => memberChanges(member, begins)).sort((a, b) => a.at - b.at));
  const holes = joined(gaps.filter(({ blindTo }) => blindTo.length === 0));
  const knownTo = Math.max(span.from + 1, Math.min(span.to, recorded.asOf));
  const groups = new Set(incident.members.map(({ machine }) => groupPath(machine)));
  const around = places.length === 0 ? [] : await markersIn(database, picked, span, scope, (thing) => concerns(thing, groups));
  return {
    ...span,
    stepMs: 1,
    points: bandPoints({ span, width, levels, sizes: new Map(), holes }).filter(({ at }) => at <= knownTo),
    gaps: coverage.gapsOfMachines(gaps, places, span),
    markers: [...around, ...courseMarkers(incident)].filter(({ at }) => at >= span.from && at <= span.to).sort((a, b) => a.at - b.at),
    ...{ expected: [], sizesComputedUntil: null, availability: null, timeToRecover: null, churn: { appeared: 0, ended: 0, lost: 0 } },
    recorded,
  };
}

function placesOf(members: readonly IncidentMember[]) {
  const places = new Map(members.map(({ machine: { cluster, namespace } }) => [`${cluster}/${namespace}`, { cluster, namespace }] as const));
  return [...places.values()];
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}

/** A change of another group is not shown. Losses are the incident itself. */
function concerns({ kind, namespace, name }: Happened, groups: ReadonlySet<string>): boolean {
  return kind !== "entry" && (kind !== "group" || groups.has(groupPath({ namespace, group: name })));
}

/** The state in the chart of each condition; null = the machine does not count any more. */
const CODES: Readonly<Record<MachineCondition, number | null>> = {
  failed: STATE_CODES.unhealthy,
  lost: STATE_CODES.vanished,
  unverified: STATE_CODES.unverified,
  waiting: STATE_CODES.awaiting,
  serving: STATE_CODES.healthy,
  gone: null,
};

/** Incidents with more machines are drawn as if all had existed before: each costs a read. */
const MOST_READ = 1_000;
const READ_AT_ONCE = 500;

/** Returns the first recorded moment of each machine by its uid, if there are not too many. Milliseconds. */
async function firstRecorded(database: Kysely<HistorySchema>, members: readonly IncidentMember[]): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  const uids = members.map(uidOf);
  for (let from = 0; uids.length <= MOST_READ && from < uids.length; from += READ_AT_ONCE) {
    const rows = await database
      .selectFrom("subject")
      .select([
        "uid",
        ({ selectFrom }) =>
          selectFrom("version").select("valid_from").whereRef("version.subject_id", "=", "subject.id").orderBy("valid_from").limit(1).as("begin"),
      ])
      .where("cluster", "in", unique(members.map(({ machine }) => machine.cluster)))
      .where("kind", "=", "entry")
      .where("uid", "in", uids.slice(from, from + READ_AT_ONCE))
      .execute();
    for (const { uid, begin } of rows) if (begin !== null) found.set(uid, begin);
  }
  return found;
}

function uidOf({ machine: { id, cluster } }: IncidentMember): string {
  return id.slice(cluster.length + 1);
}

/**
 * A member was serving from its first recorded moment to its first failure. After its last condition it does not count any more, unless another machine replaced
 * it.
 */
function memberChanges(member: IncidentMember, begins: ReadonlyMap<string, number>): readonly LevelChange[] {
  const { spans, left } = member;
  const [first] = spans;
  if (first === undefined) return [];
  const last = spans.at(-1) ?? first;
  const conditions = [{ condition: "serving" as MachineCondition, from: Math.min(begins.get(uidOf(member)) ?? Number.MIN_SAFE_INTEGER, first.from) }, ...spans];
  const states = conditions.map(({ condition, from }) => ({ at: from, code: CODES[condition] }));
  const end = last.to === null ? [] : [{ at: last.to, code: left?.how === "replaced" ? STATE_CODES.healthy : null }];
  const all = [...states, ...end];
  return all.flatMap(({ at, code }, index) => [...change(at, all[index - 1]?.code ?? null, -1), ...change(at, code, 1)]);
}

function change(at: number, code: number | null, machines: 1 | -1): readonly LevelChange[] {
  return code === null ? [] : [{ at, series: 0, state: code, serving: SERVING_CODES.has(code) ? machines : 0, machines }];
}

/** The beginning, the peak and the end of an incident. */
function courseMarkers({ began, peak, endedAt }: Incident): readonly ChartMarker[] {
  const mark = (at: number, what: Parameters<typeof incidentMarkText>[0], machines: number): ChartMarker => ({
    ...{ at, kind: "incident", count: 1 },
    ...incidentMarkText(what, machines),
  });
  return [mark(began.at, "began", 0), ...(peak.bad > 1 ? [mark(peak.at, "peak", peak.bad)] : []), ...(endedAt === null ? [] : [mark(endedAt, "over", 0)])];
}
