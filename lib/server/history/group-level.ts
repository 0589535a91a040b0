import { codedCounts } from "@/lib/domain/verdict/state-code";
import { STATES } from "@/lib/domain/verdict/verdict";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import type { RecordedLevels } from "./history-record";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** What one bucket sums up. */
interface Bucket {
  readonly tier: "minute" | "hour";
  readonly ms: number;
  at: number;
  /** Something changed in it, or nothing was written before it: it has to be written. */
  changed: boolean;
  observedMs: number;
  totalMs: number;
  servingMs: number;
  doubtedMs: number;
  readonly stateMs: number[];
  readonly statePeak: number[];
  servingLeast: number;
  totalLeast: number;
  appeared: number;
  ended: number;
}

/** How many of a group's machines were in which state for how long. The cost of a change does not depend on the group's size. */
export class GroupLevel {
  readonly #counts = STATES.map(() => 0);
  #serving = 0;
  #doubted = 0;
  #total = 0;
  /** Everything before is summed up. */
  #at: number;
  /** The counters moved on since they were taken over. */
  #stale = false;
  #paused = false;
  readonly #minute: Bucket;
  readonly #hour: Bucket;

  constructor(
    public record: FleetGroup,
    at: number,
    private readonly write: (record: FleetGroup, levels: RecordedLevels) => void,
  ) {
    this.#at = at;
    this.#minute = bucket("minute", MINUTE_MS, at);
    this.#hour = bucket("hour", HOUR_MS, at);
  }

  /** Something waits to be written at the end of a bucket. */
  get pending(): boolean {
    return this.#minute.changed || this.#hour.changed;
  }

  /** A machine is about to leave the group, or to change within it. */
  leaving(at: number, ends: boolean): void {
    this.advance(at);
    this.#stale = true;
    if (this.#paused) return;
    if (ends) for (const one of [this.#minute, this.#hour]) one.ended++;
    this.#touch();
  }

  /** A machine has entered the group, or has changed within it. */
  entered(at: number, appears: boolean): void {
    this.#sumUp(at);
    if (this.#paused) return;
    this.#take();
    if (appears) for (const one of [this.#minute, this.#hour]) one.appeared++;
    this.#touch();
  }

  /** Lets time pass: buckets that are over are written. */
  advance(at: number): void {
    if (this.#stale && !this.#paused) this.#take();
    this.#sumUp(at);
  }

  /** Nobody looks from now on. */
  pause(at: number): void {
    this.advance(at);
    this.#paused = true;
  }

  /** Somebody looks again. */
  resume(at: number): void {
    this.#sumUp(at);
    this.#at = at;
    this.#paused = false;
    this.#take();
    this.#touch();
  }

  /** Writes what the buckets hold so far. */
  flush(tier: "minute" | "hour"): void {
    const one = tier === "minute" ? this.#minute : this.#hour;
    if (one.changed && one.observedMs > 0) this.write(this.record, this.#told(one));
  }

  #sumUp(to: number): void {
    this.#pass(this.#minute, to);
    this.#pass(this.#hour, to);
    this.#at = Math.max(this.#at, to);
  }

  /** Adds the time since the last change to a bucket, and turns to the one in which `to` lies. Buckets between them saw no change. */
  #pass(one: Bucket, to: number): void {
    const end = one.at + one.ms;
    this.#add(one, Math.min(to, end) - this.#at);
    if (to < end) return;
    if (one.changed && one.observedMs > 0) this.write(this.record, this.#told(one));
    begin(one, to - (to % one.ms), this.#counts, this.#serving, this.#total);
    this.#add(one, to - Math.max(one.at, this.#at));
  }

  #add(one: Bucket, ms: number): void {
    if (ms <= 0 || this.#paused) return;
    one.observedMs += ms;
    one.totalMs += this.#total * ms;
    one.servingMs += this.#serving * ms;
    one.doubtedMs += this.#doubted * ms;
    for (let state = 0; state < STATES.length; state++) one.stateMs[state] = (one.stateMs[state] ?? 0) + (this.#counts[state] ?? 0) * ms;
  }

  #take(): void {
    this.#stale = false;
    const { counts, serving, doubted, members } = this.record;
    for (let state = 0; state < STATES.length; state++) this.#counts[state] = counts[state] ?? 0;
    this.#serving = serving;
    this.#doubted = doubted;
    this.#total = members.size;
    for (const one of [this.#minute, this.#hour]) {
      one.servingLeast = Math.min(one.servingLeast, serving);
      one.totalLeast = Math.min(one.totalLeast, this.#total);
      for (let state = 0; state < STATES.length; state++) one.statePeak[state] = Math.max(one.statePeak[state] ?? 0, counts[state] ?? 0);
    }
  }

  #touch(): void {
    this.#minute.changed = true;
    this.#hour.changed = true;
  }

  #told(one: Bucket): RecordedLevels {
    return {
      ...{ tier: one.tier, at: one.at, observed_ms: one.observedMs, total_ms: one.totalMs, serving_ms: one.servingMs, doubted_ms: one.doubtedMs },
      ...{ state_ms: codedCounts(one.stateMs), state_peak: codedCounts(one.statePeak), state_end: codedCounts(this.#counts) },
      ...{ serving_least: one.servingLeast, total_least: one.totalLeast, appeared: one.appeared, ended: one.ended },
      ...{ serving_end: this.#serving, doubted_end: this.#doubted, total_end: this.#total },
    };
  }
}

function bucket(tier: Bucket["tier"], ms: number, now: number): Bucket {
  const none = { changed: true, observedMs: 0, totalMs: 0, servingMs: 0, doubtedMs: 0, appeared: 0, ended: 0 };
  const least = { servingLeast: Number.POSITIVE_INFINITY, totalLeast: Number.POSITIVE_INFINITY };
  return { tier, ms, at: now - (now % ms), ...none, ...least, stateMs: STATES.map(() => 0), statePeak: STATES.map(() => 0) };
}

function begin(one: Bucket, at: number, counts: readonly number[], serving: number, total: number): void {
  one.at = at;
  one.changed = false;
  for (const sum of ["observedMs", "totalMs", "servingMs", "doubtedMs", "appeared", "ended"] as const) one[sum] = 0;
  one.stateMs.fill(0);
  one.servingLeast = serving;
  one.totalLeast = total;
  for (let state = 0; state < one.statePeak.length; state++) one.statePeak[state] = counts[state] ?? 0;
}
