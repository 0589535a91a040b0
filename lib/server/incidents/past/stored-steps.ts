import type { GaugeValues } from "@/lib/domain/history/gauge";
import { parseGaugeValues } from "@/lib/domain/history/gauge";
import type { AcceptedLoss } from "@/lib/domain/history/loss-ends";
import { parseNotObservedReason } from "@/lib/domain/history/not-observed-reason";
import { parseJson } from "@/lib/domain/history/reading";
import { OBJECT_TRANSITIONS, type TransitionType } from "@/lib/domain/history/transition";
import { parseFacts } from "@/lib/domain/history/transition-facts";
import type { ClusterObservationStatus } from "@/lib/domain/incidents/observation";
import { sourceStoredAs } from "@/lib/server/cluster/kinds";
import type { ServiceName } from "@/lib/server/fleet/host-memory";
import { HOST_GAUGES, type HostGauge } from "@/lib/server/history/host-gauges";
import { type KnownSize, knownSizesIn } from "@/lib/server/history/known-sizes";
import { acceptedUntil } from "@/lib/server/history/queries/accepted-losses";
import { countedBy, serviceOfGauge } from "@/lib/server/history/queries/lost-endpoints";
import { isAfter, mergedInTime, pagesInTime } from "@/lib/server/history/queries/pages-in-time";
import type { Span } from "@/lib/server/history/queries/spans";
import { readable } from "@/lib/server/history/stored";
import type { ObjectEvent } from "@/lib/server/incidents/recorded-changes";
import { type ObservedSpan, observedSpans, type StoredWindow } from "./observed-spans";
import type { StoredHistory, StoredSubject, VersionReader, VersionStep } from "./stored-versions";

/** The end of an entry. `group` null = an earlier version of Stolos did not store it. */
export interface EndStep extends StoredSubject {
  readonly kind: "ended";
  readonly at: number;
  readonly notBefore: number | null;
  readonly group: string | null;
  readonly from: string;
  readonly to: string;
  readonly detail: string;
}

/** The values of a gauge of a service from now on; null = the gauge ended. */
export interface GaugeStep {
  readonly kind: "gauge";
  readonly at: number;
  readonly notBefore: number | null;
  readonly service: ServiceName;
  readonly counted: HostGauge;
  readonly values: GaugeValues | null;
}

/** All of the cluster is observed again. `start`: Stolos started before; null = the same process continues. `stoppedAt` null = the history begins. */
export interface ObservedStep {
  readonly kind: "observed";
  readonly at: number;
  readonly start: { readonly stoppedAt: number | null } | null;
}

/** The cluster is not observed any more. `isStop`: the process ends. */
export interface UnobservedStep {
  readonly kind: "unobserved";
  readonly at: number;
  readonly sight: Exclude<ClusterObservationStatus, "observed">;
  readonly isStop: boolean;
}

/** One thing in the stored history of a cluster. Milliseconds. */
export type HistoryStep =
  | VersionStep
  | EndStep
  | GaugeStep
  | ObservedStep
  | UnobservedStep
  | { readonly kind: "object"; readonly at: number; readonly event: ObjectEvent }
  /** Pages show another learned size of a group; null = none. */
  | { readonly kind: "size"; readonly at: number; readonly namespace: string; readonly group: string; readonly known: KnownSize }
  | { readonly kind: "accepted"; readonly at: number; readonly namespace: string; readonly group: string; readonly loss: AcceptedLoss };

/** Yields what the history stored after `from` and until `to`, in order of time. It reads pages, so that the memory does not grow with the history. */
export async function* stepsOfHistory(history: StoredHistory, versions: VersionReader): AsyncGenerator<readonly HistoryStep[]> {
  const spans = observedSpans(await windowsOf(history), history.to);
  // At one moment: an edited service before its change, and a machine before its end.
  yield* mergedInTime<HistoryStep>([
    ...[
      onePage(observedSteps(spans, history)),
      versions.worlds(),
      onePage(await learnedSizes(history)),
      onePage(await acceptances(history)),
      versions.versions(),
    ],
    ...OBJECT_TRANSITIONS.map((type) => objectChanges(history, type)),
    ...[ends(history), gauges(history), onePage(unobservedSteps(spans, history))],
  ]);
}

async function* onePage<Step>(steps: readonly Step[]): AsyncGenerator<readonly Step[]> {
  if (steps.length > 0) yield steps;
}

function observedSteps(spans: readonly ObservedSpan[], { from }: Span): readonly ObservedStep[] {
  const known = spans.filter(({ to }) => to > from);
  return known.map((span, index) => {
    const before = known[index - 1];
    const start = before === undefined ? { stoppedAt: null } : before.recorder === span.recorder ? null : { stoppedAt: before.to };
    return { kind: "observed", at: Math.max(span.from, from), start };
  });
}

function unobservedSteps(spans: readonly ObservedSpan[], { from, to }: Span): readonly UnobservedStep[] {
  return spans.flatMap((span, index) => {
    if (span.to <= from || span.to >= to) return [];
    const isStop = spans[index + 1]?.recorder !== span.recorder;
    return [{ kind: "unobserved", at: span.to, sight: span.after === "stopped" ? "not-recorded" : span.after, isStop }];
  });
}

/** A window is a row for each source and break, so that there are few. */
async function windowsOf({ database, cluster, from, to }: StoredHistory): Promise<readonly StoredWindow[]> {
  const rows = await database
    .selectFrom("watch_window")
    .select(["recorder_id", "kind", "namespace", "from_at", "to_at", "ended_because", "facts"])
    .where("cluster", "=", cluster)
    .where("to_at", ">=", from)
    .where("from_at", "<=", to)
    .execute();
  return rows.map(({ recorder_id, kind, namespace, from_at, to_at, ended_because, facts }) => ({
    ...{ recorder: recorder_id, source: sourceStoredAs(kind), namespace, from: from_at, to: Math.min(to_at, to) },
    because: ended_because === "" ? null : (parseNotObservedReason(facts)?.code ?? "other"),
  }));
}

/** The learned sizes that pages showed at `from`, and their changes. They are few. */
async function learnedSizes({ database, cluster, from, to }: StoredHistory): Promise<readonly HistoryStep[]> {
  const known = await knownSizesIn(database, { from, to }, null);
  const series = await database.selectFrom("series").select(["id", "namespace", "group_name"]).where("cluster", "=", cluster).execute();
  const steps = series.flatMap(({ id, namespace, group_name: group }) =>
    (known.get(id) ?? []).map((step) => ({ kind: "size" as const, ...step, namespace, group })),
  );
  return steps.sort((one, other) => one.at - other.at);
}

/** Losses whose acceptance was undone later are left out: it is not known that they counted again. */
async function acceptances({ database, cluster, from, to }: StoredHistory): Promise<readonly HistoryStep[]> {
  const accepted = await acceptedUntil(database, to);
  return accepted.flatMap(({ cluster: own, namespace, group, ...loss }) =>
    own === cluster && loss.at > from ? [{ kind: "accepted" as const, at: loss.at, namespace, group, loss }] : [],
  );
}

/** The ends of entries. */
async function* ends({ database, cluster, from, to }: StoredHistory): AsyncGenerator<readonly EndStep[]> {
  const pages = pagesInTime(from, (after, most) =>
    database
      .selectFrom("transition")
      // SQLite keeps the order of a cross join: in order of time, without sorting.
      .crossJoin("subject")
      .leftJoin("series", "series.id", "transition.series_id")
      .whereRef("transition.subject_id", "=", "subject.id")
      .select(["transition.id", "at", "not_before", "subject_id", "from_word", "to_word", "detail"])
      .select(["subject.cluster", "subject.namespace", "name", "uid", "group_name"])
      .where("type", "=", "ended")
      .where("subject.kind", "=", "entry")
      .where(isAfter("at", "transition.id", after))
      .where("at", "<=", to)
      .orderBy("at")
      .orderBy("transition.id")
      .limit(most)
      .execute(),
  );
  for await (const rows of pages)
    yield rows.flatMap(({ at, not_before, subject_id, namespace, name, uid, group_name, from_word, to_word, detail, ...row }) =>
      row.cluster === cluster
        ? [
            {
              ...{ kind: "ended" as const, at, notBefore: not_before, subjectId: subject_id, namespace, name, uid, group: group_name },
              ...{ from: from_word, to: to_word, detail },
            },
          ]
        : [],
    );
}

/** The transitions of one type of groups, services, other objects or replicas. */
async function* objectChanges({ database, cluster, from, to }: StoredHistory, type: TransitionType): AsyncGenerator<readonly HistoryStep[]> {
  const pages = pagesInTime(from, (after, most) =>
    database
      .selectFrom("transition")
      .crossJoin("subject")
      .leftJoin("version", (join) => join.onRef("version.subject_id", "=", "transition.subject_id").onRef("version.version_key", "=", "transition.version_key"))
      .whereRef("transition.subject_id", "=", "subject.id")
      .select(["transition.id", "at", "transition.not_before", "facts", "subject.cluster", "subject.kind", "subject.namespace", "name", "moving"])
      .where("type", "=", type)
      .where(isAfter("at", "transition.id", after))
      .where("at", "<=", to)
      .orderBy("at")
      .orderBy("transition.id")
      .limit(most)
      .execute(),
  );
  for await (const rows of pages)
    yield rows.flatMap(({ at, not_before: notBefore, facts: stored, moving, id: _, ...subject }) => {
      if (subject.cluster !== cluster) return [];
      const facts = parseFacts(stored);
      const transition = { type, at, notBefore, ...(facts !== null && { facts }) };
      return [{ kind: "object" as const, at, event: { subject, transition, moving: movingOf(moving) } }];
    });
}

/** The gauges of services. */
async function* gauges({ database, cluster, from, to }: StoredHistory): AsyncGenerator<readonly GaugeStep[]> {
  const kinds = Object.values(HOST_GAUGES).map(({ kind }) => kind);
  const pages = pagesInTime(from, (after, most) =>
    database
      .selectFrom("gauge_value")
      .crossJoin("gauge")
      .whereRef("gauge_value.gauge_id", "=", "gauge.id")
      .select(["gauge_value.id", "at", "not_before", "numbers", "cluster", "namespace", "kind", "name"])
      .where("kind", "in", kinds)
      .where(isAfter("at", "gauge_value.id", after))
      .where("at", "<=", to)
      .orderBy("at")
      .orderBy("gauge_value.id")
      .limit(most)
      .execute(),
  );
  for await (const rows of pages) yield rows.flatMap((row) => (row.cluster === cluster ? gaugeStep(row) : []));
}

interface GaugeRow {
  readonly at: number;
  readonly not_before: number | null;
  readonly numbers: string;
  readonly cluster: string;
  readonly namespace: string;
  readonly kind: string;
  readonly name: string;
}

/** The value of a gauge that cannot be read is neither a number nor an end. */
function gaugeStep({ at, not_before, numbers, ...gauge }: GaugeRow): readonly GaugeStep[] {
  const [service, counted, values] = [serviceOfGauge(gauge), countedBy(gauge.kind), parseGaugeValues(numbers)];
  if (service === null || counted === null || values === undefined) return [];
  return [{ kind: "gauge", at, notBefore: not_before, service, counted, values }];
}

/** The last value of each gauge at `from`. */
export async function gaugesAt({ database, cluster, from }: StoredHistory): Promise<readonly GaugeStep[]> {
  const rows = await database
    .selectFrom("gauge")
    .innerJoin("gauge_value", (join) =>
      join.on("gauge_value.id", "=", ({ selectFrom }) =>
        selectFrom("gauge_value as last")
          .select("last.id")
          .whereRef("last.gauge_id", "=", "gauge.id")
          .where("last.at", "<=", from)
          .orderBy("last.at", "desc")
          .limit(1),
      ),
    )
    .select(["at", "not_before", "numbers", "cluster", "namespace", "kind", "name"])
    .where("cluster", "=", cluster)
    .execute();
  return rows.flatMap(gaugeStep).sort((a, b) => a.at - b.at);
}

function movingOf(stored: string | null): unknown {
  return readable(
    () => (stored === null ? null : parseJson(stored)),
    () => null,
  );
}
