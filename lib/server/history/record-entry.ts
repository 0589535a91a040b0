import { isReplay, isSameButTimes } from "@/lib/domain/history/entry-parts";
import type { EntryVersion, Moment } from "@/lib/domain/history/entry-version";
import type { Transition } from "@/lib/domain/history/transition";
import { type TransitionContext, transitionsBetween } from "@/lib/domain/history/transitions-between";
import { joinedSince } from "@/lib/domain/since";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import type { Clock } from "@/lib/server/clock";
import { CHANGED } from "@/lib/server/fleet/changed";
import type { ChangeMoment, EntryHook } from "@/lib/server/fleet/entry-hook";
import type { FleetStore } from "@/lib/server/fleet/fleet-store";
import type { GroupRecord } from "@/lib/server/fleet/group-table";
import { larger, nextCapacity } from "@/lib/server/fleet/larger";
import { VersionColumn } from "@/lib/server/fleet/version-column";
import { HeldEndings } from "./held-endings";
import type { HistoryRecord, SeriesKey } from "./history-record";
import type { Levels } from "./levels";
import type { OpenVersion } from "./open-versions";
import { fateOfOwner, type GoneGroups } from "./owner-fate";
import { isPlannedWord } from "./queries/endings";
import { Recent } from "./recent";
import { unseenBy } from "./unseen-by";
import { isJudgedAnew, recordedOf, type SlotVersion, seriesAt, subjectOf, versionAt, versionOfOpen } from "./version-at";
import { dueKey, isCountedBack, judgedKey, otherKey, writtenKey } from "./version-keys";
import { momentOf, type Source, type Windows } from "./windows";

/** So many names are remembered after their entry ended, to tell the next one's predecessor. */
const NAMES_MOST = 10_000;

export interface EntryRecorderParts {
  readonly store: FleetStore;
  readonly windows: Windows;
  readonly levels: Levels;
  readonly goneGroups: GoneGroups;
  readonly clock: Clock;
  readonly append: (records: readonly HistoryRecord[]) => void;
  readonly losses: LossListener;
}

/** Hears of machines that went, in the very moment: the record tells of them later. */
export interface LossListener {
  /** One went, and nothing says that somebody meant it to. */
  lost(group: GroupRecord, name: string, at: number): void;
  /** It has turned out that somebody did. */
  meant(group: GroupRecord, name: string): void;
}

/** Turns changes of entries into records. It stands in the way of every event: two rows are made of each, and nothing is looked up. */
export class EntryRecorder implements EntryHook {
  readonly #names = new Recent<string>(NAMES_MOST);
  /** 1 where the history knows what the slot holds. */
  #known = new Uint8Array(0);
  /** The resourceVersion under which it does: that of the store moves on also where nothing is told. */
  readonly #written = new VersionColumn();
  #before: SlotVersion | null = null;

  readonly #held: HeldEndings;

  constructor(private readonly parts: EntryRecorderParts) {
    this.#held = new HeldEndings(parts.clock);
    parts.goneGroups.onGone((uid) => this.#held.releaseOwned(uid));
  }

  /** Writes what waited: nothing that was seen before may come after what is written next. */
  release(): void {
    this.#held.release();
  }

  leaving(slot: number, mask: number, moment: ChangeMoment): void {
    const { store, levels } = this.parts;
    const goes = moment.by === "end" || moment.by === "forgotten";
    if (moment.by === "record") return;
    levels.leaving(slot, moment.at, goes);
    this.#before = this.isKnown(slot) && isTold(mask, moment) ? versionAt(store, slot) : null;
    if (!goes) return;
    if (this.#before !== null) this.#ends(slot, this.#before, moment);
    // Nothing enters after an end: the slot's next entry is another one.
    this.#before = null;
    this.#setKnown(slot, 0);
  }

  entering(slot: number, mask: number, moment: ChangeMoment): void {
    if (moment.by === "record") return;
    const before = this.#before;
    this.#before = null;
    const isNew = mask === CHANGED.existence && moment.by === "write" && before === null && !this.isKnown(slot);
    this.parts.levels.entered(slot, moment.at, isNew);
    if (isNew) this.#appears(slot, moment);
    else if (before !== null) this.#changes(slot, before, moment);
  }

  isKnown(slot: number): boolean {
    return this.#known[slot] === 1;
  }

  /** Nothing is known to the history any more. */
  forgetAll(): void {
    this.#known.fill(0);
    this.#held.drop();
  }

  /** Compares what a slot holds with the version that the history has open, and writes what differs. `lastSeen` = end of the record so far. */
  adopt(slot: number, open: OpenVersion | undefined, lastSeen: number | null, at: number): void {
    this.#setKnown(slot, 1);
    this.#resume(slot, open, lastSeen, at);
    const after = versionAt(this.parts.store, slot);
    // Nothing open: it is new, or one that was ended and is back.
    if (open === undefined) return this.#write(slot, null, after, firstSeen(after.entry, lastSeen, at), writtenKey(after), true);
    const before = versionOfOpen(open);
    this.#written.set(slot, before.entry.resourceVersion);
    const moment = { at, notBefore: Math.min(at, lastSeen ?? open.validFrom) };
    if (isSameButTimes(before.entry, after.entry)) {
      if (isReplay(before.entry, after.entry)) this.#confirm(after.entry, at);
      if (!isJudgedAnew(before.verdict, after.verdict)) return;
      return this.#write(slot, before, after, moment, this.#judgedKey(after));
    }
    this.#write(slot, before, after, moment, writtenKey(after));
  }

  /** A state goes on where the record, and not this process, saw it begin. */
  #resume(slot: number, open: OpenVersion | undefined, lastSeen: number | null, at: number): void {
    const { store } = this.parts;
    const { entry, verdict, since } = versionAt(store, slot);
    const before = open === undefined ? null : versionOfOpen(open);
    const step = { turned: before?.verdict.state !== verdict.state, sameObject: before?.entry.resourceVersion === entry.resourceVersion };
    store.resume(slot, joinedSince(since, open?.since ?? null, step, lastSeen ?? open?.validFrom ?? null), at);
  }

  /** What the history has open is no longer there. */
  missing(open: OpenVersion, lastSeen: number | null, at: number): void {
    const before = versionOfOpen(open);
    const moment = { at, notBefore: Math.min(at, lastSeen ?? open.validFrom) };
    this.#names.set(nameOf(before.entry), before.entry.uid);
    this.#end(before, moment, null, transitionsBetween(before, null, moment, this.#context(before)));
  }

  #appears(slot: number, { at, sighting }: ChangeMoment): void {
    const after = versionAt(this.parts.store, slot);
    const source = this.#sourceOf(after.entry);
    if (source?.recording !== true) return;
    this.#setKnown(slot, 1);
    source.lastChangeAt = at;
    const moment = momentOf(source, at, sighting);
    const first = moment.notBefore === null ? moment : firstSeen(after.entry, moment.notBefore, at);
    // A list may bring back what was ended; a watch tells of nothing but what is new.
    this.#write(slot, null, after, first, writtenKey(after), sighting === "found");
  }

  #changes(slot: number, before: SlotVersion, { at, sighting, by }: ChangeMoment): void {
    const { store, windows } = this.parts;
    const after = versionAt(store, slot);
    const source = this.#sourceOf(after.entry);
    if (by === "write" && source !== undefined) source.lastChangeAt = at;
    const same = isSameButTimes(before.entry, after.entry);
    if (same && isReplay(before.entry, after.entry)) this.#confirm(after.entry, at);
    if (same && !isJudgedAnew(before.verdict, after.verdict)) return;
    const teller = by === "world" ? windows.covering(after.entry.cluster, "pods", "*") : source;
    const moment = by === "due" ? { at, notBefore: null } : momentOf(teller, at, sighting);
    const key = by === "due" ? dueKey(at) : by === "world" || same ? this.#judgedKey(after) : writtenKey(after);
    this.#write(slot, before, after, moment, key);
  }

  #ends(slot: number, before: SlotVersion, { at, sighting, by }: ChangeMoment): void {
    const { store, windows } = this.parts;
    const { entry } = before;
    const source = this.#sourceOf(entry);
    if (source === undefined) return;
    const withdrawn = sighting === "found" && source.freshness.kind !== "live" && source.freshness.kind !== "catching-up";
    if (by === "forgotten" || withdrawn) {
      windows.close(source, at, withdrawn && source.freshness.kind !== "live" ? unseenBy(source.freshness) : { code: "dropped" });
      source.recording = false;
      return;
    }
    source.lastChangeAt = at;
    const moment = momentOf(source, at, sighting);
    this.#names.set(nameOf(entry), entry.uid);
    const group = store.groups.at(store.columns.int("group", slot));
    this.#endOnceSure(before, moment, seriesAt(store, slot), group);
    const heir = store.slotOfName(entry.cluster, entry.namespace, entry.name);
    if (heir >= 0 && heir !== slot) this.#overtaken(entry, heir, moment);
  }

  /** That its group was deleted, which another watch tells, may be heard a moment later. */
  #endOnceSure(before: EntryVersion, moment: Moment, series: SeriesKey, group: GroupRecord): void {
    const { uid, owner } = before.entry;
    const told = () => transitionsBetween(before, null, moment, this.#context(before));
    const transitions = told();
    const [ended] = transitions;
    const mayChange = ended?.evidence?.owner.kind === "there" && ended.to !== "left" && ended.to !== "swept" && ended.to !== "found-missing";
    const isLost = !isPlannedWord(ended?.to ?? "");
    if (isLost) this.parts.losses.lost(group, before.entry.name, moment.at);
    if (!mayChange || owner === null) return this.#end(before, moment, series, transitions);
    const write = () => {
      const now = told();
      if (isLost && isPlannedWord(now[0]?.to ?? "")) this.parts.losses.meant(group, before.entry.name);
      this.#end(before, moment, series, now);
    };
    this.#held.hold({ uid, ownerUid: owner.uid, write });
  }

  #write(slot: number, before: EntryVersion | null, after: SlotVersion, moment: Moment, key: string, mayBeBack = false): void {
    this.#held.releaseOne(after.entry.uid);
    const isOther = before !== null && key === writtenKey(after) && this.#written.text(slot) === after.entry.resourceVersion;
    const versionKey = isOther ? otherKey(after) : key;
    const transitions = transitionsBetween(before, after, moment, this.#context(after));
    const recounted = before === null ? mayBeBack : isCountedBack(this.#written.text(slot), after.entry.resourceVersion);
    const version = recordedOf(after, versionKey, moment, recounted);
    this.#written.set(slot, after.entry.resourceVersion);
    this.parts.append([{ kind: "version", subject: subjectOf(after.entry), series: seriesAt(this.parts.store, slot), version, transitions }]);
  }

  #confirm(entry: WorkloadEntry, at: number): void {
    this.parts.append([{ kind: "confirmed", subject: subjectOf(entry), at }]);
  }

  #end({ entry }: EntryVersion, moment: Moment, series: SeriesKey | null, transitions: readonly Transition[]): void {
    this.parts.append([{ kind: "ended", subject: subjectOf(entry), series, moment, transitions }]);
  }

  /** A list named the new entry before it showed that the old one was gone. */
  #overtaken({ uid }: WorkloadEntry, heir: number, { at, notBefore }: Moment): void {
    const { store, append } = this.parts;
    const entry = store.entry(heir);
    const transition: Transition = { type: "incarnation", from: uid, to: entry.uid, detail: "", at, notBefore };
    append([{ kind: "happened", subject: subjectOf(entry), series: seriesAt(store, heir), versionKey: `incarnation:${uid}`, transitions: [transition] }]);
  }

  #judgedKey(after: EntryVersion): string {
    return judgedKey(after, this.parts.store.worldOf(after.entry.cluster));
  }

  #context({ entry }: EntryVersion): TransitionContext {
    const { store, windows, goneGroups } = this.parts;
    const predecessor = this.#names.get(nameOf(entry)) ?? "";
    return { predecessor, owner: fateOfOwner(entry, store, windows, goneGroups), world: store.worldOf(entry.cluster) };
  }

  #sourceOf({ cluster, namespace }: WorkloadEntry): Source | undefined {
    return this.parts.windows.covering(cluster, "workloadentries", namespace);
  }

  #setKnown(slot: number, value: 0 | 1): void {
    if (slot >= this.#known.length) {
      this.#known = larger(this.#known, new Uint8Array(nextCapacity(this.#known.length, slot + 1)));
      this.#written.grow(this.#known.length);
    }
    this.#known[slot] = value;
  }
}

/** Time and world concern the record only where they change a verdict. */
function isTold(mask: number, { by }: ChangeMoment): boolean {
  return (by !== "due" && by !== "world") || (mask & CHANGED.state) !== 0;
}

/** When an entry appeared that is first seen now: its own age tells how long it may have been there. */
function firstSeen({ createdAt }: WorkloadEntry, lastSeen: number | null, at: number): Moment {
  const least = Math.max(createdAt ?? 0, lastSeen ?? 0);
  return { at, notBefore: Math.min(at, least) };
}

function nameOf({ cluster, namespace, name }: WorkloadEntry): string {
  return `${cluster}\n${namespace}\n${name}`;
}
