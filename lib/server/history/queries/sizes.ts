import { type Kysely, sql } from "kysely";
import type { ExpectedSizeStep } from "@/lib/contract/answers/history";
import { isFixedSize } from "@/lib/domain/group/group-total";
import type { LossWithEnd } from "@/lib/domain/history/loss-ends";
import { parseJson, readStringOrNull } from "@/lib/domain/history/reading";
import { upgradedShape } from "@/lib/domain/history/stored-format";
import { type KnownSizeStep, knownSizesIn } from "@/lib/server/history/known-sizes";
import type { HistorySchema } from "@/lib/server/history/schema";
import { readable } from "@/lib/server/history/stored";
import { acceptedPeriods, groupKey } from "./accepted-losses";
import type { SizeStep } from "./band-points";
import type { LevelStep } from "./levels";
import type { Series } from "./series-in-sight";
import type { Span } from "./spans";

/**
 * The expected size of a group now, or at the moment that the page shows. Before `countsFrom` the group was never complete, and missed no machine
 * (milliseconds); null = the size always counts. `losses`: all recorded losses of the group, also those that do not count any more.
 */
export type SizeNow = (series: Series) => Omit<ExpectedSizeStep, "at"> & {
  readonly countsFrom: number | null;
  /** The group has had its learned size since then; null = the size is not learned. */
  readonly heldFrom: number | null;
  readonly losses: readonly LossWithEnd[];
};

/** How a group's annotation is read. */
export type ReadSize = (text: string | null) => Omit<ExpectedSizeStep, "at">;

interface Sizes {
  /** The sizes from which missing machines count: null before a group was complete. */
  readonly bySeries: ReadonlyMap<number, readonly SizeStep[]>;
  /** The expected sizes of all groups together. */
  readonly steps: ExpectedSizeStep[];
  /** Learned sizes before this moment are computed; null = none is. Milliseconds. */
  readonly computedUntil: number | null;
}

export interface SizeParts {
  readonly sizeNow: SizeNow;
  readonly readSize: ReadSize;
  /** The registered machines of each group over the window. */
  readonly levels: ReadonlyMap<number, readonly LevelStep[]>;
}

/**
 * How many machines were expected, over time: what the groups' versions declared within the window, else the learned size that pages showed at each moment,
 * else (an earlier version stored none) the size that is known now.
 */
export async function sizesIn(
  database: Kysely<HistorySchema>,
  series: readonly Series[],
  span: Span,
  { sizeNow, readSize, levels }: SizeParts,
): Promise<Sizes> {
  const declared = await declaredIn(database, series, span, readSize);
  const stored = await knownSizesIn(database, span, series.length === 1 ? (series[0]?.id ?? null) : null);
  const periods = await acceptedPeriods(database, span.to);
  const stepsBySeries = new Map<number, readonly ExpectedSizeStep[]>();
  const bySeries = new Map<number, readonly SizeStep[]>();
  let computedUntil: number | null = null;
  for (const one of series) {
    const { countsFrom, heldFrom, losses, ...now } = sizeNow(one);
    const edits = declared.get(one.id) ?? [{ ...now, at: span.from, isAbsent: now.from === "unknown" }];
    const known = (stored.get(one.id) ?? []).map((step) => ({ ...knownStep(step), at: Math.max(span.from, step.at) }));
    const until = firstStored(known, levels.get(one.id)?.[0]?.at ?? span.from) ?? span.to;
    const computed = isLearned(now) ? onceReached({ ...now, at: span.from }, levels.get(one.id) ?? [], { heldFrom, until }) : [];
    const fallback = computed.filter(({ at }) => at < until);
    if (fallback.some(({ size }) => size !== null) && edits.some(mayBeLearned)) computedUntil = Math.max(computedUntil ?? until, until);
    const sizes = withLearned(edits, [...fallback, ...known]);
    const steps = loweredSizes(sizes, periods.get(groupKey(one)) ?? []);
    // Machines in no group have losses, but no page shows an expected size of them.
    if (one.group !== "") stepsBySeries.set(one.id, steps);
    // The arrival of the last machine is no change of the expected size.
    bySeries.set(one.id, withLosses(countedFrom(steps, countsFrom), losses));
  }
  return { bySeries, steps: summed([...stepsBySeries.values()], span), computedUntil };
}

function isLearned({ from }: Pick<ExpectedSizeStep, "from">): boolean {
  return from === "learned" || from === "elastic";
}

function knownStep({ at, known }: KnownSizeStep): ExpectedSizeStep {
  return known === null ? { at, size: null, from: "unknown" } : { at, size: known.size, from: known.kind };
}

/** The size that a version of a group declares. `isAbsent`: there is no group from then on, and pages show no expected size. */
interface DeclaredStep extends ExpectedSizeStep {
  readonly isAbsent: boolean;
}

/** The moment before which sizes are computed; a group that begins gets its first stored size soon. Null = none is stored. Milliseconds. */
function firstStored([first]: readonly ExpectedSizeStep[], beganAt: number): number | null {
  if (first === undefined) return null;
  return first.at - beganAt <= STORED_WITHIN_MS ? Number.NEGATIVE_INFINITY : first.at;
}

/** The live fleet reads the history once a minute. */
const STORED_WITHIN_MS = 2 * 60_000;

function mayBeLearned({ from, isAbsent }: DeclaredStep): boolean {
  return !isAbsent && (from === "unknown" || isLearned({ from }));
}

/** The declared sizes, and the learned one of the moment while none is declared. Steps are in order of time. */
function withLearned(edits: readonly DeclaredStep[], learned: readonly ExpectedSizeStep[]): readonly ExpectedSizeStep[] {
  const [first] = edits;
  if (first === undefined) return [];
  const edges = new Set([...edits, ...learned.filter(({ at }) => at > first.at)].map(({ at }) => at));
  const steps = [...edges]
    .sort((a, b) => a - b)
    .map((at): ExpectedSizeStep => {
      const edit = edits.findLast((step) => step.at <= at) ?? first;
      const known = mayBeLearned(edit) ? learned.findLast((step) => step.at <= at) : undefined;
      return known === undefined ? { at, size: edit.size, from: edit.from } : { ...known, at };
    });
  return steps.filter(({ size, from }, index) => index === 0 || size !== steps[index - 1]?.size || from !== steps[index - 1]?.from);
}

/** `heldFrom`: the group has had its learned size since then. The window ends at `until`. Milliseconds. */
interface Held {
  readonly heldFrom: number | null;
  readonly until: number;
}

/**
 * A size that the history shows, from the moment at which the group first had it: while machines were still joining a new group, none was missing.
 * A group that did not have it within the window had it before, or has it since the window.
 */
function onceReached(step: ExpectedSizeStep, levels: readonly LevelStep[], { heldFrom, until }: Held): ExpectedSizeStep[] {
  const { size, from, at } = step;
  if (size === null || (from !== "learned" && from !== "elastic")) return [step];
  const isReached = ({ total }: LevelStep) => total >= size;
  const unknown = { size: null, from: "unknown", at } as const;
  if (levels.some((level) => level.at <= at && isReached(level))) return [step];
  const reachedAt = levels.find(isReached)?.at;
  if (reachedAt !== undefined) return [unknown, { ...step, at: reachedAt }];
  return from === "learned" && heldFrom !== null && heldFrom > until ? [unknown] : [step];
}

/** The steps with fixed sizes lowered by accepted losses: by one in each period. */
function loweredSizes(steps: readonly ExpectedSizeStep[], periods: readonly Span[]): readonly ExpectedSizeStep[] {
  const [first] = steps;
  if (first === undefined || periods.length === 0) return steps;
  const edges = new Set([...steps.map(({ at }) => at), ...periods.flatMap(({ from, to }) => [from, to]).filter((at) => at > first.at && Number.isFinite(at))]);
  return [...edges]
    .sort((a, b) => a - b)
    .map((at) => {
      const { size, from } = steps.findLast((step) => step.at <= at) ?? first;
      const accepted = periods.filter((period) => period.from <= at && at < period.to).length;
      return { at, from, size: size === null || (from !== "declared" && from !== "learned") ? size : Math.max(0, size - accepted) };
    });
}

/** The steps of a group that was never complete before a moment. */
function countedFrom(steps: readonly ExpectedSizeStep[], from: number | null): readonly ExpectedSizeStep[] {
  if (from === null || (steps[0]?.at ?? 0) >= from) return steps;
  const before = steps.filter(({ at }) => at < from);
  const held = before.at(-1);
  const arrived = held === undefined || !Number.isFinite(from) ? [] : [{ ...held, at: from }];
  return [...before.map((step) => ({ ...step, size: null })), ...arrived, ...steps.filter(({ at }) => at > from)];
}

/** Adds the losses that count beside a size. A fixed size contains them. Steps are in order of time. */
function withLosses(steps: readonly ExpectedSizeStep[], losses: readonly LossWithEnd[]): readonly SizeStep[] {
  if (losses.length === 0) return steps;
  const edges = new Set([...steps.map(({ at }) => at), ...losses.flatMap(({ at, endedAt }) => (endedAt === null ? [at] : [at, endedAt]))]);
  const counted = [...edges]
    .sort((one, other) => one - other)
    .map((at): SizeStep => {
      const { size, from } = steps.findLast((step) => step.at <= at) ?? { size: null, from: "unknown" };
      const open = losses.filter((loss) => loss.at <= at && (loss.endedAt ?? Number.POSITIVE_INFINITY) > at);
      return { at, size, lost: size !== null && isFixedSize({ kind: from }) ? 0 : open.length };
    });
  // A step that changes nothing would take the place of a level in its pixel.
  return counted.filter(({ size, lost }, index) => index === 0 || size !== counted[index - 1]?.size || lost !== counted[index - 1]?.lost);
}

/** Groups that were edited within the window, or ended in it, with the size that each of their versions declared. */
async function declaredIn(
  database: Kysely<HistorySchema>,
  series: readonly Series[],
  span: Span,
  readSize: ReadSize,
): Promise<ReadonlyMap<number, readonly DeclaredStep[]>> {
  const [first] = series;
  if (first === undefined) return new Map();
  const rows = await database
    .selectFrom("subject")
    // Groups first: SQLite keeps the order of a cross join, and there are few groups among the versions.
    .crossJoin("version")
    .innerJoin("shape", "shape.id", "version.shape_id")
    .whereRef("version.subject_id", "=", "subject.id")
    .where("subject.cluster", "in", [...new Set(series.map(({ cluster }) => cluster))])
    .select(["subject.cluster", "subject.namespace", "subject.name", "version.valid_from", "version.valid_to", "shape.body", "shape.format"])
    .where("subject.kind", "=", "group")
    .$if(series.length === 1, (query) =>
      query.where("subject.cluster", "=", first.cluster).where("subject.namespace", "=", first.namespace).where("subject.name", "=", first.group),
    )
    .where("version.valid_from", "<=", span.to)
    .where(({ or, eb }) => or([eb("version.valid_from", ">", span.from), eb("version.valid_to", ">", span.from)]))
    .orderBy("version.valid_from")
    .orderBy("version.id")
    .limit(5_000)
    .execute();
  const ids = new Map(series.map(({ id, cluster, namespace, group }) => [`${cluster}\n${namespace}\n${group}`, id]));
  const found = new Map<number, DeclaredStep[]>();
  const ends = new Map<number, number | null>();
  const end = (id: number, before: number) => {
    const at = ends.get(id) ?? null;
    if (at !== null && at < before) found.get(id)?.push({ at, size: null, from: "unknown", isAbsent: true });
  };
  for (const { cluster, namespace, name, valid_from, valid_to, body, format } of rows) {
    const id = ids.get(`${cluster}\n${namespace}\n${name}`);
    if (id === undefined) continue;
    end(id, valid_from);
    const steps = found.get(id) ?? [];
    found.set(id, steps);
    steps.push({ ...readSize(annotationIn(body, format)), at: Math.max(span.from, valid_from), isAbsent: false });
    ends.set(id, valid_to);
  }
  // A deleted group has no expected size.
  for (const id of ends.keys()) end(id, span.to + 1);
  return found;
}

/** The size in a version of a group. Milliseconds; `notBefore` null = the watch saw the beginning of the version. */
export interface DeclaredVersion {
  readonly id: number;
  readonly series: number;
  readonly uid: string;
  readonly at: number;
  readonly notBefore: number | null;
  readonly text: string | null;
}

/** The sizes of groups between two moments, from the versions with a number above `after`, in order of time. */
export async function declaredSince(database: Kysely<HistorySchema>, since: number, after: number, until: number): Promise<readonly DeclaredVersion[]> {
  const rows = await database
    .selectFrom("subject")
    // Groups first, as above.
    .crossJoin("version")
    .innerJoin("shape", "shape.id", "version.shape_id")
    .select(["version.id", "version.series_id", "subject.uid", "version.valid_from", "version.not_before", "shape.body", "shape.format"])
    .whereRef("version.subject_id", "=", "subject.id")
    .where("subject.kind", "=", "group")
    // By subject: with an index of another column SQLite would look at all versions for each group.
    .where(sql<number>`+version.id`, ">", after)
    .$if(Number.isFinite(until), (query) => query.where(sql<number>`+version.valid_from`, "<=", until))
    .where(sql<number>`coalesce(version.valid_to, ${Number.MAX_SAFE_INTEGER})`, ">", since)
    .execute();
  const inOrder = rows.sort((one, other) => one.valid_from - other.valid_from || one.id - other.id);
  return inOrder.flatMap(({ id, series_id, uid, valid_from, not_before, body, format }) =>
    series_id === null ? [] : [{ id, series: series_id, uid, at: valid_from, notBefore: not_before, text: annotationIn(body, format) }],
  );
}

function annotationIn(body: string, format: number | null): string | null {
  // Where it cannot be read nobody knows what was declared.
  return readable(
    () => readStringOrNull(upgradedShape("group", parseJson(body), format).expectedSize, "expectedSize"),
    () => null,
  );
}

/** Of several groups the sizes that are known are added up; one that is unreadable or unknown is left out. */
function summed(all: readonly (readonly ExpectedSizeStep[])[], span: Span): ExpectedSizeStep[] {
  if (all.length === 1) return [...(all[0] ?? [])];
  const edges = [...new Set([span.from, ...all.flatMap((steps) => steps.map(({ at }) => at))])].sort((a, b) => a - b);
  const sums = edges.map((at): ExpectedSizeStep => {
    const known = all.flatMap((steps) => steps.findLast((step) => step.at <= at) ?? []).filter(({ size }) => size !== null);
    if (known.length === 0) return { at, size: null, from: "unknown" };
    const size = known.reduce((sum, step) => sum + (step.size ?? 0), 0);
    const declared = known.filter(({ from }) => from === "declared" || from === "range").length;
    return { at, size, from: declared === known.length ? "declared" : declared === 0 ? "learned" : "mixed" };
  });
  return sums.filter((step, at) => at === 0 || step.size !== sums[at - 1]?.size || step.from !== sums[at - 1]?.from);
}
