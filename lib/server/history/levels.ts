import type { EntryRef } from "@/lib/server/fleet/entry-change";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { GroupLevel } from "./group-level";
import type { HistoryRecord } from "./history-record";
import type { Source, Windows } from "./windows";

const MINUTE_MS = 60_000;
/** The running hour is written so often, so that a process that dies loses little of it. */
const HOUR_PART = 10;

/** The levels of all groups whose machines are being recorded. */
export class Levels {
  readonly #levels = new Map<FleetGroup, GroupLevel>();
  /** A group whose last machine went is forgotten by the fleet, and may come again within the minute. */
  readonly #byName = new Map<string, GroupLevel>();
  readonly #pending = new Set<GroupLevel>();
  #minute = 0;

  constructor(
    private readonly fleet: FleetReader,
    private readonly windows: Windows,
    private readonly append: (records: readonly HistoryRecord[]) => void,
  ) {}

  leaving(entry: EntryRef, at: number, ends: boolean): void {
    this.#of(entry, at)?.leaving(at, ends);
  }

  entered(entry: EntryRef, at: number, appears: boolean): void {
    this.#of(entry, at)?.entered(at, appears);
  }

  /** A source is recorded from now on: its groups are counted. */
  open(source: Source, at: number): void {
    for (const record of this.fleet.groups()) {
      if (!isOf(source, record) || (record.members.size === 0 && !this.#levels.has(record))) continue;
      this.#keep(record, at).resume(at);
    }
  }

  /** A source is not seen any more since `at`. */
  close(source: Source, at: number): void {
    for (const level of this.#levels.values()) if (isOf(source, level.record)) level.pause(at);
  }

  /** Lets time pass: once a minute what changed is written. Groups that are gone are forgotten. */
  tick(now: number): void {
    const minute = Math.floor(now / MINUTE_MS);
    if (minute === this.#minute) return;
    this.#minute = minute;
    for (const level of this.#pending) {
      level.advance(now);
      if (minute % HOUR_PART === 0) level.flush("hour");
      if (!level.pending) this.#pending.delete(level);
    }
    for (const { record } of this.#levels.values()) if (record.members.size === 0 && record.object === null) this.#drop(record, now);
  }

  /** Writes everything that is summed up so far. */
  flush(now: number): void {
    for (const level of this.#pending) {
      level.advance(now);
      level.flush("minute");
      level.flush("hour");
    }
  }

  lose(): void {
    this.#byName.clear();
    this.#levels.clear();
    this.#pending.clear();
  }

  #of(entry: EntryRef, at: number): GroupLevel | null {
    const record = this.fleet.groupOf(entry);
    const known = this.#levels.get(record);
    if (known !== undefined) {
      this.#pending.add(known);
      return known;
    }
    const source = this.windows.covering(record.place.cluster, "workloadentries", record.place.namespace);
    return source === undefined || source.from === null ? null : this.#keep(record, at);
  }

  #keep(record: FleetGroup, at: number): GroupLevel {
    const name = groupName(record);
    const known = this.#byName.get(name);
    if (known !== undefined) this.#levels.delete(known.record);
    const level = known ?? new GroupLevel(record, at, (of, levels) => this.append([{ kind: "levels", series: seriesOf(of), levels }]));
    level.record = record;
    this.#byName.set(name, level);
    this.#levels.set(record, level);
    this.#pending.add(level);
    return level;
  }

  #drop(record: FleetGroup, now: number): void {
    const level = this.#levels.get(record);
    if (level === undefined || level.pending) return;
    level.advance(now);
    this.#levels.delete(record);
    this.#byName.delete(groupName(record));
  }
}

function isOf({ cluster, namespace }: Source, { place }: FleetGroup): boolean {
  return place.cluster === cluster && (namespace === "*" || place.namespace === namespace);
}

/** Names a group, or the machines of a namespace without one, among those of all clusters. */
export function groupName({ place, name }: FleetGroup): string {
  return `${place.cluster}\n${place.namespace}\n${name}`;
}

function seriesOf({ place, name }: FleetGroup) {
  return { cluster: place.cluster, namespace: place.namespace, group: name };
}
