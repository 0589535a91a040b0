import { heldSpan } from "@/lib/domain/history/held-span";
import { LEARNED_SIZE_RULE, type LearnedSizeRule, learnedSize, type SizeStep } from "@/lib/domain/history/learned-size";
import type { GroupMemory } from "@/lib/server/fleet/fleet-group";
import type { HistoryDatabase } from "./open-database";
import { isPlannedWord } from "./queries/endings";
import { lostNamesSince, type Membership, membershipsSince, sizesAt } from "./queries/memberships";
import type { Series } from "./queries/series-in-sight";
import { joined, type Span, uncovered } from "./queries/spans";

const DAY_MS = 86_400_000;
/** So many losses of a group are told apart; more than are shown. */
const LOSSES = 1_000;
const EVERYWHERE = "*";

/** How a group's size went: who came and went, as far as the record was read. */
interface Track {
  readonly series: Series;
  readonly began: number;
  size: number;
  readonly steps: { at: number; size: number }[];
  readonly planned: number[];
  readonly lost: { readonly at: number; readonly name: string }[];
}

/** What the record knows of each group, read on from where it was read to before. */
export class GroupMemories {
  readonly #tracks = new Map<number, Track>();
  #readTo = 0;
  #since: number | null = null;

  constructor(
    private readonly database: HistoryDatabase["read"],
    private readonly rule: LearnedSizeRule = LEARNED_SIZE_RULE,
  ) {}

  /** Brings everything up to date; what a group held, and when it lost machines within a day. */
  async at(now: number): Promise<readonly (readonly [Series, GroupMemory])[]> {
    const since = this.#since ?? now - this.rule.spanMs;
    await this.#begin(since);
    const memberships = await membershipsSince(this.database, since, this.#readTo);
    // Asked after them, so that each has its name.
    const names = await lostNamesSince(this.database, since, this.#readTo);
    for (const one of memberships) this.#take(one, names.get(one.id) ?? "");
    const windows = await this.#windows(now - this.rule.spanMs);
    return [...this.#tracks.values()].map((track) => [track.series, memoryOf(track, windows(track.series), now, this.rule)] as const);
  }

  /** Reads everything anew the next time: what another recorder wrote late may have been passed over. */
  forget(): void {
    this.#tracks.clear();
    this.#since = null;
    this.#readTo = 0;
  }

  async #begin(since: number): Promise<void> {
    const known = await this.database.selectFrom("series").selectAll().execute();
    const sizes = this.#since === null ? await sizesAt(this.database, since) : null;
    for (const { id, cluster, namespace, group_name } of known) {
      if (this.#tracks.has(id)) continue;
      const size = sizes?.get(id) ?? 0;
      const series = { id, cluster, namespace, group: group_name };
      this.#tracks.set(id, { series, began: since, size, steps: [{ at: since, size }], planned: [], lost: [] });
    }
    this.#since = since;
  }

  #take({ id, series, at, by, cause }: Membership, name: string): void {
    this.#readTo = Math.max(this.#readTo, id);
    const track = this.#tracks.get(series);
    if (track === undefined || at <= track.began) return;
    track.size = Math.max(0, track.size + by);
    const last = track.steps.at(-1);
    if (last !== undefined && at <= last.at) last.size = track.size;
    else track.steps.push({ at, size: track.size });
    if (by === -1 && isPlannedWord(cause)) track.planned.push(at);
    if (by === -1 && !isPlannedWord(cause)) track.lost.push({ at, name });
  }

  /** When machines were watched, by group. */
  async #windows(since: number): Promise<(series: Series) => readonly Span[]> {
    const rows = await this.database.selectFrom("watch_window").selectAll().where("kind", "=", "workloadentries").where("to_at", ">=", since).execute();
    const spans = new Map<string, Span[]>();
    for (const { cluster, namespace, from_at, to_at } of rows) {
      const key = `${cluster}\n${namespace}`;
      spans.set(key, [...(spans.get(key) ?? []), { from: from_at, to: to_at }]);
    }
    return ({ cluster, namespace }) => joined([...(spans.get(`${cluster}\n${namespace}`) ?? []), ...(spans.get(`${cluster}\n${EVERYWHERE}`) ?? [])]);
  }
}

function memoryOf(track: Track, watched: readonly Span[], now: number, rule: LearnedSizeRule): GroupMemory {
  const lost = track.lost.filter(({ at }) => at > now - DAY_MS).slice(-LOSSES);
  const losses = { lostAt: lost.map(({ at }) => at), lostNames: lost.map(({ name }) => name) };
  if (watched.length === 0) return { learned: null, ...losses };
  const steps = stepsWatched(track.steps, watched, now);
  const size = learnedSize(steps, track.planned, now, rule);
  const held = size === null || size === 0 ? null : heldSpan(steps, size);
  return { learned: size === null || held === null ? null : { kind: "learned", size, ...held }, ...losses };
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
