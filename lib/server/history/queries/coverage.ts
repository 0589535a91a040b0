import type { Kysely } from "kysely";
import type { HistoryCoverage, HistoryGap } from "@/lib/contract/answers/history";
import { parseNotObservedReason } from "@/lib/domain/history/not-observed-reason";
import { hasNamespace, type Scope, visibleNamespacesOfSource } from "@/lib/domain/source/scope";
import { ALL_NAMESPACES, SOURCES, type SourceName, VERDICT_SOURCES } from "@/lib/domain/source/source";
import { unseenWords } from "@/lib/format/unseen-words";
import { sourceStoredAs } from "@/lib/server/cluster/kinds";
import type { HistoryStatus } from "@/lib/server/history/history-record";
import type { HistorySchema } from "@/lib/server/history/schema";
import { joined, type Span, uncovered } from "./spans";

/** A while in which a recorder saw one source in one namespace ("*" = all). */
export interface Seen extends Span {
  readonly cluster: string;
  /** The process that saw it, as a number of the history. */
  readonly recorder: number;
  /** Undefined where this version knows no such source. */
  readonly source: SourceName | undefined;
  readonly namespace: string;
  /** As it is stored: "" while it is open; words of the version that wrote it, and the code and arguments that they are made of. */
  readonly endedBecause: string;
  readonly facts: string | null;
}

/** Clusters and namespaces that an answer is about; none picked = all in sight. */
export interface Picked {
  readonly clusters: readonly string[];
  readonly namespaces: readonly string[];
}

const EVERYWHERE: Picked = { clusters: [], namespaces: [] };

/** A window that goes on is moved on every two seconds: what lies this far behind is no gap yet. Milliseconds. */
export const LAG_MS = 15_000;

/** So long after the record began, what was not seen before was not read yet. Milliseconds. */
const BEGINNING_MS = 60_000;

/**
 * A process receives its first lists one after the other, within this time as a rule. A list that comes later was not allowed before, or failed: the past
 * does not wait for it. Milliseconds.
 */
export const FIRST_LISTS_MS = 300_000;

/** Windows that ended so long before are read too: the last of them says why there is a gap. Milliseconds. */
const DAY_MS = 86_400_000;

/** A namespace of a cluster ("*" = all). */
export interface Target {
  readonly cluster: string;
  readonly namespace: string;
}

/** Who was looked at when: tells the gaps. */
export class Coverage {
  readonly #windows: readonly Seen[];
  readonly #asOf: number;
  readonly #uncounted = new Map<string, readonly Span[]>();

  constructor(
    windows: readonly Seen[],
    private readonly since: number | null,
    private readonly status: HistoryStatus,
    private readonly now: number,
    /** When each source of a cluster was first watched, by `beginKey`. */
    private readonly begins: ReadonlyMap<string, number> = new Map(),
  ) {
    this.#asOf = windows.reduce((latest, { to }) => Math.max(latest, to), 0);
    const goesOn = ({ endedBecause, to }: Seen) => status.kind === "recording" && endedBecause === "" && now - to <= LAG_MS;
    this.#windows = windows.map((window) => (goesOn(window) ? { ...window, to: Math.max(window.to, now) } : window));
  }

  /** How far the history of some clusters (none = all) reaches. */
  recorded(clusters: readonly string[] = []): HistoryCoverage {
    const { status, now } = this;
    const asOf = this.#asOf === 0 ? now : Math.min(now, this.#asOf);
    const begins = clusters.flatMap((cluster) => this.begins.get(beginKey(cluster, "workloadentries")) ?? []);
    return {
      since: begins.length === 0 ? this.since : Math.min(...begins),
      asOf,
      status: status.kind,
      notice: status.kind === "recording" ? status.notice : status.reason,
    };
  }

  /** When somebody did not see everything that is asked about, in order of time. What nobody saw at all has no `blindTo`. */
  gaps({ from, to }: Span, scope: Scope, picked: Picked = EVERYWHERE): HistoryGap[] {
    const end = Math.min(to, Math.max(from, this.now));
    return merged(
      VERDICT_SOURCES.flatMap((source) => {
        const targets = this.#targets(source, scope, picked);
        const absences = picked.clusters.length === 0 ? this.#removedSpans(source, targets) : new Map<string, readonly Span[]>();
        const holes = targets.map((target) => ({
          target,
          spans: uncovered([...this.#windowsOf(source, target), ...(absences.get(target.cluster) ?? [])], { from, to: end }),
        }));
        return gapsOf(source, holes, scope.knownClusters.size > 1, (span, blind) => this.#reasonOf(source, blind, span));
      }),
    );
  }

  /** When clusters were not configured after they had been watched. Without a selected cluster, such a time is no gap: nobody expects their machines. */
  #removedSpans(source: SourceName, targets: readonly Target[]): ReadonlyMap<string, readonly Span[]> {
    const clusters = [...new Set(targets.map(({ cluster }) => cluster))];
    return new Map(
      clusters.map((cluster) => {
        const own = this.#windows.filter((one) => one.cluster === cluster && one.source === source);
        const removed = own.filter(({ facts }) => parseNotObservedReason(facts)?.code === "removed");
        return [
          cluster,
          removed.map(({ to }) => ({ from: to, to: Math.min(Number.POSITIVE_INFINITY, ...own.filter(({ from }) => from > to).map(({ from }) => from)) })),
        ];
      }),
    );
  }

  /** The gaps, and in addition the times in which no machine of these namespaces counts although some source was watched. In order of time. */
  gapsOfMachines(gaps: readonly HistoryGap[], places: readonly Target[], span: Span): HistoryGap[] {
    const counted = places.flatMap((place) => uncovered(this.uncounted(place, span), span));
    const known = joined([...counted, ...gaps.filter(({ blindTo }) => blindTo.length === 0)]);
    const more = places.length === 0 ? [] : uncovered(known, span);
    const named = more.map(({ from, to }) => ({ from, to, reason: gaps.find((gap) => gap.from <= from && gap.to >= to)?.reason ?? "", blindTo: [] }));
    return merged([...gaps, ...named]);
  }

  /** When nobody saw a source in one namespace, in order of time. */
  holes(source: SourceName, { cluster, namespace }: Target, { from, to }: Span): Span[] {
    return uncovered(this.#windowsOf(source, { cluster, namespace }), { from, to: Math.min(to, Math.max(from, this.now)) });
  }

  /**
   * When the machines of a namespace count for nothing, in order of time: no process watched them, or one had just started and did not have the first list
   * of every source that verdicts need.
   */
  uncounted(place: Target, span: Span): readonly Span[] {
    const key = [place.cluster, place.namespace, span.from, span.to].join("\n");
    const known = this.#uncounted.get(key) ?? this.#uncountedIn(place, span);
    this.#uncounted.set(key, known);
    return known;
  }

  #uncountedIn({ cluster, namespace }: Target, span: Span): readonly Span[] {
    const entries = this.#windowsOf("workloadentries", { cluster, namespace });
    const unseen = this.holes("workloadentries", { cluster, namespace }, span);
    const firsts = [...firstByRecorder(entries)];
    const unlisted = VERDICT_SOURCES.flatMap((source) => {
      const windows = this.#windowsOf(source, { cluster, namespace: SOURCES[source].owner === "mesh" ? ALL_NAMESPACES : namespace });
      const listed = firstByRecorder(windows);
      return firsts.flatMap(([recorder, from]) => {
        const to = listed.get(recorder) ?? from;
        return to - from > FIRST_LISTS_MS ? [] : uncovered(windows, { from, to });
      });
    });
    const within = unlisted.map(({ from, to }) => ({ from: Math.max(from, span.from), to: Math.min(to, span.to) }));
    return joined([...unseen, ...within]);
  }

  /** What nobody saw at one moment. */
  at(moment: number, scope: Scope): { readonly gaps: HistoryGap[]; readonly recorded: HistoryCoverage } {
    return { gaps: this.gaps({ from: moment, to: moment + 1 }, scope), recorded: this.recorded() };
  }

  /** What of a source has to be seen: namespaces in sight by name, or those that were watched by name, or all at once, as what the mesh itself has. */
  #targets(source: SourceName, scope: Scope, { clusters, namespaces }: Picked): Target[] {
    return [...scope.clusters.keys()].flatMap((cluster) => {
      if (clusters.length > 0 && !clusters.includes(cluster)) return [];
      const seen = visibleNamespacesOfSource(scope, cluster, source);
      if (SOURCES[source].owner === "mesh") return seen.length === 0 ? [] : [{ cluster, namespace: ALL_NAMESPACES }];
      const names = namespaces.length > 0 ? namespaces.filter((name) => hasNamespace(seen, name)) : seen;
      return (names === "all" ? this.#watched(cluster, source) : names).map((namespace) => ({ cluster, namespace }));
    });
  }

  #watched(cluster: string, source: SourceName): readonly string[] {
    const named = new Set(this.#windows.filter((one) => one.cluster === cluster && one.source === source).map((one) => one.namespace));
    named.delete(ALL_NAMESPACES);
    return named.size === 0 ? [ALL_NAMESPACES] : [...named];
  }

  #windowsOf(source: SourceName, { cluster, namespace }: Target): readonly Seen[] {
    return this.#windows.filter((one) => one.source === source && one.cluster === cluster && (one.namespace === namespace || one.namespace === ALL_NAMESPACES));
  }

  #reasonOf(source: SourceName, targets: readonly Target[], { from }: Span): string {
    if (this.since === null || from < this.since) return unseenWords({ code: "not-begun" });
    const windows = targets.flatMap((target) => this.#windowsOf(source, target));
    const last = windows.filter(({ to }) => to <= from).reduce<Seen | null>((latest, one) => (latest === null || one.to > latest.to ? one : latest), null);
    const hasBegun = targets.some(({ cluster }) => (this.begins.get(beginKey(cluster, source)) ?? Number.POSITIVE_INFINITY) <= from);
    if (last === null && (from - this.since < BEGINNING_MS || (this.begins.size > 0 && !hasBegun))) return unseenWords({ code: "not-begun" });
    return (last === null ? "" : reasonWords(last)) || unseenWords({ code: "not-running" });
  }
}

function beginKey(cluster: string, source: SourceName): string {
  return `${cluster}\n${source}`;
}

/** The beginning of the first window of each process. */
function firstByRecorder(windows: readonly Seen[]): ReadonlyMap<number, number> {
  const firsts = new Map<number, number>();
  for (const { recorder, from } of windows) firsts.set(recorder, Math.min(from, firsts.get(recorder) ?? from));
  return firsts;
}

/** Words of today where a code was kept, else those that stand there. */
function reasonWords({ endedBecause, facts }: Seen): string {
  const kept = parseNotObservedReason(facts);
  return kept === null ? endedBecause : unseenWords(kept);
}

/** Reads who was looked at between two moments. */
export async function readCoverage(database: Kysely<HistorySchema>, { from, to }: Span, status: HistoryStatus, now: number): Promise<Coverage> {
  const [first, rows] = await Promise.all([
    database
      .selectFrom("watch_window")
      .select(({ fn }) => ["cluster", "kind", fn.min("from_at").as("since")])
      .groupBy(["cluster", "kind"])
      .execute(),
    database
      .selectFrom("watch_window")
      .selectAll()
      .where("from_at", "<=", to)
      .where("to_at", ">=", from - DAY_MS)
      .orderBy("from_at")
      .orderBy("id")
      .execute(),
  ]);
  const windows = rows.map((row) => ({
    recorder: row.recorder_id,
    cluster: row.cluster,
    source: sourceStoredAs(row.kind),
    namespace: row.namespace,
    from: row.from_at,
    to: row.to_at,
    endedBecause: row.ended_because,
    facts: row.facts,
  }));
  const begins = first.flatMap(({ cluster, kind, since }) => {
    const source = sourceStoredAs(kind);
    return source === undefined ? [] : [[beginKey(cluster, source), since] as const];
  });
  const since = first.reduce<number | null>((earliest, one) => Math.min(earliest ?? one.since, one.since), null);
  return new Coverage(windows, since, status, now, new Map(begins));
}

interface Holes {
  readonly target: Target;
  readonly spans: readonly Span[];
}

/** Where all places have a hole, nobody saw anything of the source; where only some have, these are named. */
function gapsOf(
  source: SourceName,
  holes: readonly Holes[],
  severalClusters: boolean,
  reasonOf: (span: Span, blind: readonly Target[]) => string,
): HistoryGap[] {
  const edges = [...new Set(holes.flatMap(({ spans }) => spans.flatMap(({ from, to }) => [from, to])))].sort((a, b) => a - b);
  const gaps: HistoryGap[] = [];
  for (const [at, from] of edges.entries()) {
    const to = edges[at + 1];
    if (to === undefined) break;
    const blind = holes.filter(({ spans }) => spans.some((span) => span.from <= from && span.to >= to)).map(({ target }) => target);
    if (blind.length === 0) continue;
    const whole = blind.length === holes.length;
    const blindTo = whole ? (source === "workloadentries" ? [] : [source]) : blind.map((target) => `${source} in ${placeName(target, severalClusters)}`);
    gaps.push({ from, to, reason: reasonOf({ from, to }, blind), blindTo });
  }
  return gaps;
}

function placeName({ cluster, namespace }: Target, severalClusters: boolean): string {
  if (namespace === ALL_NAMESPACES) return cluster;
  return severalClusters ? `${cluster}/${namespace}` : namespace;
}

/** Equal gaps that touch are one; what nobody saw at all hides what somebody did not see meanwhile. */
function merged(gaps: readonly HistoryGap[]): HistoryGap[] {
  const total = joined(gaps.filter(({ blindTo }) => blindTo.length === 0));
  const partial = gaps.filter(({ blindTo, from, to }) => blindTo.length > 0 && !total.some((one) => one.from <= from && one.to >= to));
  const byWords = new Map<string, HistoryGap[]>();
  for (const gap of [...gaps.filter(({ blindTo }) => blindTo.length === 0), ...partial]) {
    const key = gap.blindTo.join("\n");
    byWords.set(key, [...(byWords.get(key) ?? []), gap]);
  }
  return [...byWords.values()]
    .flatMap((alike) => joined(alike).map((span) => ({ ...(alike.find((one) => one.from === span.from) ?? alike[0]), ...span })))
    .flatMap(({ from, to, reason = "", blindTo = [] }) => ({ from, to, reason, blindTo }))
    .sort((a, b) => a.from - b.from);
}
