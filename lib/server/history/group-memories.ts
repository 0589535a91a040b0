import { type ExpectedSize, type LearnedSize, parseExpectedSize } from "@/lib/domain/group/expected-size";
import { hasExpectedSize, hasLeastSize } from "@/lib/domain/group/group-total";
import { firstGroupCompletion } from "@/lib/domain/history/group-completion";
import { elasticSizeFloor, LEARNED_SIZE_RULE, type LearnedSizeRule, lastSpanOfMinSize, learnedSize, type SizeStep } from "@/lib/domain/history/learned-size";
import { acceptedLossLowersSize, type GroupMemberEvent, lossesWithEnds } from "@/lib/domain/history/loss-ends";
import type { GroupDeletion, GroupMemory } from "@/lib/server/fleet/fleet-group";
import { isSameSize, type KnownSize, type KnownSizeStep, knownSizesAt, knownSizesIn } from "./known-sizes";
import type { HistoryDatabase } from "./open-database";
import { acceptedUntil, groupKey, type StoredAcceptance } from "./queries/accepted-losses";
import { isPlannedWord } from "./queries/endings";
import { deletionsSince, type LostMember, lostInIncidents, lostSince, type Membership, membershipsSince, namesOf, sizesAt } from "./queries/memberships";
import type { Series } from "./queries/series-in-sight";
import { type DeclaredVersion, declaredSince } from "./queries/sizes";
import { joined, type Span, uncovered } from "./queries/spans";

/** At most so many losses of a group are kept apart, the newest. */
const LOSSES = 1_000;
const EVERYWHERE = "*";

/** The rule of learned sizes for a faster clock. */
export function scaledRule(timeScale: number): LearnedSizeRule {
  const { settledMs, heldMs, spanMs } = LEARNED_SIZE_RULE;
  return { settledMs: settledMs / timeScale, heldMs: heldMs / timeScale, spanMs };
}

/** The machines that joined and left a group, and the versions of the group, as far as the history was read. */
interface Track {
  readonly series: Series;
  readonly began: number;
  size: number;
  readonly steps: { at: number; size: number }[];
  readonly planned: number[];
  readonly events: (GroupMemberEvent & { readonly id: number })[];
  lost: number;
  readonly declared: DeclaredVersion[];
  /** The learned sizes that pages showed, in order of time. */
  readonly learned: KnownSizeStep[];
  deleted: GroupDeletion | null;
}

/** The sizes and losses of each group from the history. It reads only new rows, and none after `until`. Milliseconds. */
export class GroupMemories {
  readonly #tracks = new Map<number, Track>();
  #readTo = 0;
  #versionsTo = 0;
  #since: number | null = null;
  #superseded: readonly Superseded[] = [];

  constructor(
    private readonly database: HistoryDatabase["read"],
    private readonly rule: LearnedSizeRule = LEARNED_SIZE_RULE,
    private readonly until = Number.POSITIVE_INFINITY,
  ) {}

  /** Brings everything up to date; the size of each group, and its losses. */
  async at(now: number): Promise<readonly (readonly [Series, GroupMemory])[]> {
    const since = this.#since ?? now - this.rule.spanMs;
    await this.#begin(since);
    const memberships = await membershipsSince(this.database, since, this.#readTo, this.until);
    // Asked after them, so that each has its machine.
    const lost = await lostSince(this.database, since, this.#readTo);
    for (const one of memberships) this.#take(one, lost.get(one.id) ?? { name: "", wasHealthy: false });
    for (const version of await declaredSince(this.database, since, this.#versionsTo, this.until)) {
      this.#versionsTo = Math.max(this.#versionsTo, version.id);
      this.#tracks.get(version.series)?.declared.push(version);
    }
    for (const { series, at, notBefore } of await deletionsSince(this.database, since, this.until)) {
      const track = this.#tracks.get(series);
      if (track !== undefined) track.deleted = { at, notBefore };
    }
    await this.#nameJoins();
    const windows = await this.#windows(now - this.rule.spanMs);
    const accepted = new Map<string, StoredAcceptance[]>();
    for (const one of await acceptedUntil(this.database, this.until)) accepted.set(groupKey(one), [...(accepted.get(groupKey(one)) ?? []), one]);
    const sizes = Number.isFinite(this.until) ? await knownSizesAt(this.database, this.until) : null;
    const sized = [...this.#tracks.values()].map((track) => {
      const computed = learnedSizeOf(track, windows(track.series), now, this.rule);
      const size = sizes === null ? { learned: computed } : withKnownSize(computed, track, sizes.get(track.series.id));
      return { track, size, past: withComputedSize(track, size.learned) };
    });
    const shrunk = sized.flatMap(({ past }) => (hasShrunk(past) ? [past.series.group] : []));
    const members = await lostInIncidents(this.database, shrunk, this.until);
    const known = sized.map(({ track, size, past }) => {
      const key = groupKey(track.series);
      const decided = accepted.get(key) ?? NONE_ACCEPTED;
      return { track, decided, memory: memoryOf(past, { ...size, decided, members: members.get(key) ?? [], now, quietMs: this.rule.settledMs }) };
    });
    if (sizes === null) for (const { track, memory } of known) addLearned(track, memory, now);
    this.#superseded = known.flatMap(({ track, decided, memory }) => (decided.length === 0 ? [] : supersededOf(decided, heldSize(track, memory), now)));
    return known.map(({ track, decided, memory }) => [track.series, decided.length === 0 ? memory : withAccepted(memory, decided, track)] as const);
  }

  /** The accepted losses that lower no expected size any more, because a size was set after them. */
  get superseded(): readonly Superseded[] {
    return this.#superseded;
  }

  /** Reads everything again the next time: what another recorder wrote late may have been passed over. */
  forget(): void {
    this.#tracks.clear();
    this.#since = null;
    this.#readTo = 0;
    this.#versionsTo = 0;
  }

  async #begin(since: number): Promise<void> {
    const known = await this.database.selectFrom("series").selectAll().execute();
    const sizes = this.#since === null ? await sizesAt(this.database, since) : null;
    const learned = this.#since === null ? await knownSizesIn(this.database, { from: since, to: Math.min(this.until, Number.MAX_SAFE_INTEGER) }, null) : null;
    for (const { id, cluster, namespace, group_name } of known) {
      if (this.#tracks.has(id)) continue;
      const size = sizes?.get(id) ?? 0;
      const series = { id, cluster, namespace, group: group_name };
      this.#tracks.set(id, {
        ...{ series, began: since, size, steps: [{ at: since, size }], planned: [], events: [], lost: 0, declared: [], deleted: null },
        learned: [...(learned?.get(id) ?? [])],
      });
    }
    this.#since = since;
  }

  #take({ id, series, at, by, cause }: Membership, { name, wasHealthy }: { readonly name: string; readonly wasHealthy: boolean }): void {
    this.#readTo = Math.max(this.#readTo, id);
    const track = this.#tracks.get(series);
    if (track === undefined || at <= track.began) return;
    track.size = Math.max(0, track.size + by);
    const last = track.steps.at(-1);
    if (last !== undefined && at <= last.at) last.size = track.size;
    else track.steps.push({ at, size: track.size });
    const kind = by === 1 ? "joined" : isPlannedWord(cause) ? "planned" : "left";
    if (kind === "planned") track.planned.push(at);
    if (kind === "left") track.lost++;
    track.events.push({ id, at, name, kind, wasHealthy });
  }

  /** Machines that joined have names only in groups that lost some. */
  async #nameJoins(): Promise<void> {
    const losing = [...this.#tracks.values()].filter(({ lost }) => lost > 0);
    const unnamed = losing.flatMap(({ events }) => events.filter(({ kind, name }) => kind === "joined" && name === "").map(({ id }) => id));
    if (unnamed.length === 0) return;
    const names = await namesOf(this.database, unnamed);
    for (const { events } of losing) {
      for (const [index, event] of events.entries()) if (event.name === "") events[index] = { ...event, name: names.get(event.id) ?? "" };
    }
  }

  /** When machines were watched, by group. */
  async #windows(since: number): Promise<(series: Series) => readonly Span[]> {
    const rows = await this.database.selectFrom("watch_window").selectAll().where("kind", "=", "workloadentries").where("to_at", ">=", since).execute();
    const spans = new Map<string, Span[]>();
    for (const { cluster, namespace, from_at, to_at } of rows) {
      const key = `${cluster}\n${namespace}`;
      if (from_at <= this.until) spans.set(key, [...(spans.get(key) ?? []), { from: from_at, to: Math.min(to_at, this.until) }]);
    }
    return ({ cluster, namespace }) => joined([...(spans.get(`${cluster}\n${namespace}`) ?? []), ...(spans.get(`${cluster}\n${EVERYWHERE}`) ?? [])]);
  }
}

/** An accepted loss, and the moment from which it lowers no expected size. */
export interface Superseded {
  readonly id: number;
  readonly at: number;
}

const NONE_ACCEPTED: readonly StoredAcceptance[] = [];

/** The size that accepted losses lower. `setAt`: the moment when its annotation was last changed; `declared` is its text. */
interface HeldSize {
  readonly setAt: number;
  readonly declared: string | null;
  readonly size: ExpectedSize;
}

function heldSize({ declared }: Track, { learned }: Pick<GroupMemory, "learned">): HeldSize {
  const text = declared.at(-1)?.text ?? null;
  const size = parseExpectedSize(text);
  return { setAt: lastChangeOf(declared), declared: text, size: size.kind === "unknown" ? (learned ?? size) : size };
}

/** The last moment at which the annotation of the size was changed, or another group got the name. */
function lastChangeOf(declared: readonly DeclaredVersion[]): number {
  const changed = declared.findLast((version, index) => {
    const before = declared[index - 1];
    return before !== undefined && (before.uid !== version.uid || before.text !== version.text);
  });
  return changed?.at ?? Number.NEGATIVE_INFINITY;
}

/** The moment when the group fell below a learned size; while it has the size, no loss lowers it. */
function fellAt({ to }: LearnedSize): number {
  return to ?? Number.POSITIVE_INFINITY;
}

function withAccepted(memory: GroupMemory, decided: readonly StoredAcceptance[], track: Track): GroupMemory {
  const { setAt, declared, size } = heldSize(track, memory);
  if (size.kind !== "declared" && size.kind !== "learned") return memory;
  const lower = decided.filter((one) => !one.superseded && acceptedLossLowersSize(one, setAt, size.kind === "learned" ? fellAt(size) : undefined));
  return lower.length === 0 ? memory : { ...memory, accepted: { count: lower.length, declared } };
}

function supersededOf(decided: readonly StoredAcceptance[], { setAt, size }: HeldSize, now: number): readonly Superseded[] {
  return decided.flatMap((one) => {
    if (one.superseded) return [];
    if (!acceptedLossLowersSize(one, setAt)) return [{ id: one.id, at: setAt }];
    return size.kind === "learned" && !acceptedLossLowersSize(one, setAt, fellAt(size)) ? [{ id: one.id, at: now }] : [];
  });
}

interface MemoryInput extends Pick<GroupMemory, "learned" | "isSizeComputed"> {
  readonly decided: readonly StoredAcceptance[];
  readonly members: readonly LostMember[];
  readonly now: number;
  /** Losses end if no machine joins or leaves for this time. Milliseconds. */
  readonly quietMs: number;
}

function memoryOf(track: Track, { decided, members, now, quietMs, ...size }: MemoryInput): GroupMemory {
  const sizeChanges = declaredChanges(track.declared);
  const enough = track.lost === 0 ? [] : momentsWithLeastSize(track, size.learned, now);
  const ends =
    track.lost === 0 ? [] : lossesWithEnds(withSizes(track, decided, members), { sizeChanges, accepted: decided, enough }, now, quietMs).slice(-LOSSES);
  const open = ends.filter(({ end }) => end === null);
  const arrival = firstGroupCompletion(track.declared, track.steps);
  return {
    ...size,
    ...{ lostAt: open.map(({ at }) => at), lostNames: open.map(({ name }) => name) },
    ...(arrival !== null && { arrival }),
    ...(ends.length > 0 && { losses: ends }),
    ...(track.deleted !== null && track.declared.every(({ at }) => at <= (track.deleted?.at ?? 0)) && { deleted: track.deleted }),
  };
}

function learnedSizeOf(track: Track, watched: readonly Span[], now: number, rule: LearnedSizeRule): GroupMemory["learned"] {
  if (watched.length === 0) return null;
  const steps = stepsWatched(track.steps, watched, now);
  const size = learnedSize(steps, track.planned, now, rule);
  const held = size === null || size === 0 ? null : lastSpanOfMinSize(steps, size);
  const failed = track.events.filter(({ kind, wasHealthy }) => kind === "left" && !wasHealthy).map(({ at }) => at);
  const floor = size === null ? null : elasticSizeFloor(steps, failed, now, rule);
  if (floor !== null) return { kind: "elastic", size: floor };
  return size === null || held === null ? null : { kind: "learned", size, ...held };
}

/** A size of the past as pages showed it then; undefined = the history did not store it, so that it is computed. */
function withKnownSize(
  computed: GroupMemory["learned"],
  { steps, began }: Track,
  size: KnownSize | undefined,
): Pick<GroupMemory, "learned" | "isSizeComputed"> {
  if (size === undefined) return { learned: computed, isSizeComputed: true };
  if (size === null || size.kind === "elastic") return { learned: size };
  if (computed?.kind === "learned" && computed.size === size.size) return { learned: computed };
  return { learned: { ...size, ...(lastSpanOfMinSize(steps, size.size) ?? { from: began, to: null }) } };
}

/** Before the first stored size, pages show an elastic size that is computed now, as charts do (`sizesIn`). */
function withComputedSize(track: Track, computed: GroupMemory["learned"]): Track {
  return computed?.kind === "elastic" ? { ...track, learned: [{ at: Number.NEGATIVE_INFINITY, known: computed }, ...track.learned] } : track;
}

/** True if machines left a group healthy while its size could fall by itself. */
function hasShrunk(track: Track): boolean {
  return (
    track.lost > 0 && withSizes(track, NONE_ACCEPTED, []).some(({ kind, wasHealthy, hasLeastSize: isEnough }) => kind === "left" && wasHealthy && isEnough)
  );
}

/** The machines that joined and left, in order of time, each with what the size of the group was then. */
function withSizes(track: Track, accepted: readonly StoredAcceptance[], members: readonly LostMember[]): readonly GroupMemberEvent[] {
  let registered = track.steps[0]?.size ?? 0;
  return inOrder(track.events).map((event) => {
    registered = Math.max(0, registered + (event.kind === "joined" ? 1 : -1));
    const { size, setAt } = sizeAt(track, event.at);
    if (hasLeastSize(registered, size)) return { ...event, hasLeastSize: true, inIncident: members.some((member) => isLossOf(member, event)) };
    if (event.kind !== "left") return event;
    const lowers = accepted.filter((one) => !one.superseded && one.at <= event.at && acceptedLossLowersSize(one, setAt)).length;
    return hasExpectedSize(registered, size, lowers) ? { ...event, hadSuccessor: true } : event;
  });
}

/** Two replicas of Stolos observe the same loss within this time. Milliseconds. */
const REPLICAS_MS = 60_000;

function isLossOf({ name, lostAt }: LostMember, event: GroupMemberEvent): boolean {
  return event.kind === "left" && event.name === name && lostAt.some((at) => Math.abs(at - event.at) <= REPLICAS_MS);
}

/** The moments at which the history showed that a group may shrink by itself, and has its least size. */
function momentsWithLeastSize(track: Track, learned: GroupMemory["learned"], now: number): readonly number[] {
  return [...track.learned, { at: now, known: learned }].flatMap(({ at, known }) => {
    const { size } = sizeAt(track, at);
    const isUsed = known?.kind === "elastic" && (size.kind === "unknown" || size.kind === "learned" || size.kind === "elastic");
    return isUsed && hasLeastSize(track.steps.findLast((step) => step.at <= at)?.size ?? 0, known) ? [at] : [];
  });
}

/** The expected size of a group at a moment, and the last change of its annotation before. */
function sizeAt({ declared, learned, deleted }: Track, at: number): { readonly size: ExpectedSize | NonNullable<KnownSize>; readonly setAt: number } {
  const versions = declared.filter((version) => version.at <= at);
  const version = versions.at(-1);
  const isGone = version === undefined || (deleted !== null && version.at <= deleted.at && deleted.at <= at);
  const size = parseExpectedSize(isGone ? null : version.text);
  const known = isGone || size.kind !== "unknown" ? undefined : learned.findLast((step) => step.at <= at)?.known;
  return { size: known ?? size, setAt: lastChangeOf(versions) };
}

/** Adds the size that pages show from now on. */
function addLearned({ learned }: Track, memory: Pick<GroupMemory, "learned">, at: number): void {
  const known = memory.learned;
  if (learned.length === 0 || !isSameSize(learned.at(-1)?.known ?? null, known)) learned.push({ at, known });
}

/** Another recorder may write late. */
function inOrder(events: Track["events"]): Track["events"] {
  const isSorted = events.every(({ at }, index) => at >= (events[index - 1]?.at ?? at));
  return isSorted ? events : [...events].sort((one, other) => one.at - other.at);
}

/** When a group's declared size changed. */
function declaredChanges(declared: readonly DeclaredVersion[]): readonly number[] {
  return declared.flatMap(({ at, text, uid }, index) => {
    const before = declared[index - 1];
    return before !== undefined && before.uid === uid && before.text !== text ? [at] : [];
  });
}

/** The steps with the whiles in which nobody watched. */
function stepsWatched(steps: readonly { readonly at: number; readonly size: number }[], watched: readonly Span[], now: number): SizeStep[] {
  const [first] = steps;
  if (first === undefined) return [];
  // The record lags a little behind: its end is no gap.
  const holes = uncovered(watched, { from: first.at, to: Math.max(first.at, watched.at(-1)?.to ?? now) });
  const found: SizeStep[] = steps.filter(({ at }) => !holes.some(({ from, to }) => from <= at && at < to));
  for (const { from, to } of holes) {
    const before = steps.findLast(({ at }) => at <= to);
    found.push({ at: from, size: null }, { at: to, size: before?.size ?? 0 });
  }
  return found.sort((a, b) => a.at - b.at || Number(a.size !== null) - Number(b.size !== null));
}
