import { isReplay, isSameButTimes } from "@/lib/domain/history/entry-parts";
import type { EntryVersion, Moment } from "@/lib/domain/history/entry-version";
import type { Transition } from "@/lib/domain/history/transition";
import { type TransitionContext, transitionsBetween } from "@/lib/domain/history/transitions-between";
import { joinedSince } from "@/lib/domain/since";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import type { Clock } from "@/lib/server/clock";
import { ChangedParts } from "@/lib/server/fleet/changed-parts";
import type { ChangeMoment, EntryRef, FleetListener } from "@/lib/server/fleet/entry-change";
import type { FleetGroup } from "@/lib/server/fleet/fleet-group";
import type { RememberingFleet } from "@/lib/server/fleet/fleet-reader";
import { VersionColumn } from "@/lib/server/fleet/version-column";
import { larger, nextCapacity } from "@/lib/server/larger";
import { HeldEndings } from "./held-endings";
import type { HistoryRecord, SeriesKey } from "./history-record";
import type { Levels } from "./levels";
import type { OpenVersion } from "./open-versions";
import { fateOfOwner, type GoneGroups } from "./owner-fate";
import { isPlannedWord } from "./queries/endings";
import { Recent } from "./recent";
import { unseenBy } from "./unseen-by";
import { isJudgedAnew, type JudgedVersion, recordedOf, seriesAt, subjectOf, versionAt, versionOfOpen } from "./version-at";
import { dueKey, isCountedBack, judgedKey, otherKey, writtenKey } from "./version-keys";
import { momentOf, type Source, type Windows } from "./windows";

const CAME = ChangedParts.of("existence");
const STATE = ChangedParts.of("state");

/** So many names are remembered after their entry ended, to tell the next one's predecessor. */
const NAMES_MOST = 10_000;

export interface EntryRecorderParts {
  readonly fleet: RememberingFleet;
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
  lost(group: FleetGroup, name: string, at: number): void;
  /** It has turned out that somebody did. */
  meant(group: FleetGroup, name: string): void;
}

/** Turns changes of entries into records. It stands in the way of every event: two rows are made of each, and nothing is looked up. */
export class EntryRecorder implements FleetListener {
  readonly #names = new Recent<string>(NAMES_MOST);
  /** By reference: 1 where the history knows the entry. */
  #known = new Uint8Array(0);
  /** The resourceVersion under which it does: that of the fleet moves on also where nothing is told. */
  readonly #written = new VersionColumn();
  #before: JudgedVersion | null = null;

  readonly #held: HeldEndings;

  constructor(private readonly parts: EntryRecorderParts) {
    this.#held = new HeldEndings(parts.clock);
    parts.goneGroups.onGone((uid) => this.#held.releaseOwned(uid));
  }

  /** Writes what waited: nothing that was seen before may come after what is written next. */
  release(): void {
    this.#held.release();
  }

  leaving(ref: EntryRef, changed: ChangedParts, moment: ChangeMoment): void {
    const { fleet, levels } = this.parts;
    const goes = moment.by === "end" || moment.by === "forgotten";
    if (moment.by === "record") return;
    levels.leaving(ref, moment.at, goes);
    this.#before = this.isKnown(ref) && isTold(changed, moment) ? versionAt(fleet, ref) : null;
    if (!goes) return;
    if (this.#before !== null) this.#ends(ref, this.#before, moment);
    // Nothing enters after an end: the reference's next entry is another one.
    this.#before = null;
    this.#setKnown(ref, 0);
  }

  entering(ref: EntryRef, changed: ChangedParts, moment: ChangeMoment): void {
    if (moment.by === "record") return;
    const before = this.#before;
    this.#before = null;
    const isNew = changed === CAME && moment.by === "write" && before === null && !this.isKnown(ref);
    this.parts.levels.entered(ref, moment.at, isNew);
    if (isNew) this.#appears(ref, moment);
    else if (before !== null) this.#changes(ref, before, moment);
  }

  isKnown(ref: EntryRef): boolean {
    return this.#known[ref] === 1;
  }

  /** Nothing is known to the history any more. */
  forgetAll(): void {
    this.#known.fill(0);
    this.#held.drop();
  }

  /** Compares an entry with the version that the history has open, and writes what differs. `lastSeen` = end of the record so far. */
  adopt(ref: EntryRef, open: OpenVersion | undefined, lastSeen: number | null, at: number): void {
    this.#setKnown(ref, 1);
    this.#resume(ref, open, lastSeen, at);
    const after = versionAt(this.parts.fleet, ref);
    // Nothing open: it is new, or one that was ended and is back.
    if (open === undefined) return this.#write(ref, null, after, firstSeen(after.entry, lastSeen, at), writtenKey(after), true);
    const before = versionOfOpen(open);
    this.#written.set(ref, before.entry.resourceVersion);
    const moment = { at, notBefore: Math.min(at, lastSeen ?? open.validFrom) };
    if (isSameButTimes(before.entry, after.entry)) {
      if (isReplay(before.entry, after.entry)) this.#confirm(after.entry, at);
      if (!isJudgedAnew(before.verdict, after.verdict)) return;
      return this.#write(ref, before, after, moment, this.#judgedKey(after));
    }
    this.#write(ref, before, after, moment, writtenKey(after));
  }

  /** A state goes on where the record, and not this process, saw it begin. */
  #resume(ref: EntryRef, open: OpenVersion | undefined, lastSeen: number | null, at: number): void {
    const { fleet } = this.parts;
    const { entry, verdict, since } = versionAt(fleet, ref);
    const before = open === undefined ? null : versionOfOpen(open);
    const step = { turned: before?.verdict.state !== verdict.state, sameObject: before?.entry.resourceVersion === entry.resourceVersion };
    fleet.resume(ref, joinedSince(since, open?.since ?? null, step, lastSeen ?? open?.validFrom ?? null), at);
  }

  /** What the history has open is no longer there. */
  missing(open: OpenVersion, lastSeen: number | null, at: number): void {
    const before = versionOfOpen(open);
    const moment = { at, notBefore: Math.min(at, lastSeen ?? open.validFrom) };
    this.#names.set(nameOf(before.entry), before.entry.uid);
    this.#end(before, moment, null, transitionsBetween(before, null, moment, this.#context(before)));
  }

  #appears(ref: EntryRef, { at, sighting }: ChangeMoment): void {
    const after = versionAt(this.parts.fleet, ref);
    const source = this.#sourceOf(after.entry);
    if (source?.recording !== true) return;
    this.#setKnown(ref, 1);
    source.lastChangeAt = at;
    const moment = momentOf(source, at, sighting);
    const first = moment.notBefore === null ? moment : firstSeen(after.entry, moment.notBefore, at);
    // A list may bring back what was ended; a watch tells of nothing but what is new.
    this.#write(ref, null, after, first, writtenKey(after), sighting === "found");
  }

  #changes(ref: EntryRef, before: JudgedVersion, { at, sighting, by }: ChangeMoment): void {
    const { fleet, windows } = this.parts;
    const after = versionAt(fleet, ref);
    const source = this.#sourceOf(after.entry);
    if (by === "write" && source !== undefined) source.lastChangeAt = at;
    const same = isSameButTimes(before.entry, after.entry);
    if (same && isReplay(before.entry, after.entry)) this.#confirm(after.entry, at);
    if (same && !isJudgedAnew(before.verdict, after.verdict)) return;
    const teller = by === "world" ? windows.covering(after.entry.cluster, "istiod-pods", "*") : source;
    const moment = by === "due" ? { at, notBefore: null } : momentOf(teller, at, sighting);
    const key = by === "due" ? dueKey(at) : by === "world" || same ? this.#judgedKey(after) : writtenKey(after);
    this.#write(ref, before, after, moment, key);
  }

  #ends(ref: EntryRef, before: JudgedVersion, { at, sighting, by }: ChangeMoment): void {
    const { fleet, windows } = this.parts;
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
    const group = fleet.groupOf(ref);
    this.#endOnceSure(before, moment, seriesAt(fleet, ref), group);
    const heir = fleet.byName(entry.cluster, entry.namespace, entry.name);
    if (heir !== null && heir !== ref) this.#overtaken(entry, heir, moment);
  }

  /** That its group was deleted, which another watch tells, may be heard a moment later. */
  #endOnceSure(before: EntryVersion, moment: Moment, series: SeriesKey, group: FleetGroup): void {
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

  #write(ref: EntryRef, before: EntryVersion | null, after: JudgedVersion, moment: Moment, key: string, mayBeBack = false): void {
    this.#held.releaseOne(after.entry.uid);
    const isOther = before !== null && key === writtenKey(after) && this.#written.text(ref) === after.entry.resourceVersion;
    const versionKey = isOther ? otherKey(after) : key;
    const transitions = transitionsBetween(before, after, moment, this.#context(after));
    const recounted = before === null ? mayBeBack : isCountedBack(this.#written.text(ref), after.entry.resourceVersion);
    const version = recordedOf(after, versionKey, moment, recounted);
    this.#written.set(ref, after.entry.resourceVersion);
    this.parts.append([{ kind: "version", subject: subjectOf(after.entry), series: seriesAt(this.parts.fleet, ref), version, transitions }]);
  }

  #confirm(entry: WorkloadEntry, at: number): void {
    this.parts.append([{ kind: "confirmed", subject: subjectOf(entry), at }]);
  }

  #end({ entry }: EntryVersion, moment: Moment, series: SeriesKey | null, transitions: readonly Transition[]): void {
    this.parts.append([{ kind: "ended", subject: subjectOf(entry), series, moment, transitions }]);
  }

  /** A list named the new entry before it showed that the old one was gone. */
  #overtaken({ uid }: WorkloadEntry, heir: EntryRef, { at, notBefore }: Moment): void {
    const { fleet, append } = this.parts;
    const entry = fleet.entry(heir);
    const transition: Transition = { type: "incarnation", from: uid, to: entry.uid, detail: "", at, notBefore };
    append([{ kind: "happened", subject: subjectOf(entry), series: seriesAt(fleet, heir), versionKey: `incarnation:${uid}`, transitions: [transition] }]);
  }

  #judgedKey(after: EntryVersion): string {
    return judgedKey(after, this.parts.fleet.worldOf(after.entry.cluster));
  }

  #context({ entry }: EntryVersion): TransitionContext {
    const { fleet, windows, goneGroups } = this.parts;
    const predecessor = this.#names.get(nameOf(entry)) ?? "";
    return { predecessor, owner: fateOfOwner(entry, fleet, windows, goneGroups), world: fleet.worldOf(entry.cluster) };
  }

  #sourceOf({ cluster, namespace }: WorkloadEntry): Source | undefined {
    return this.parts.windows.covering(cluster, "workloadentries", namespace);
  }

  #setKnown(ref: EntryRef, value: 0 | 1): void {
    if (ref >= this.#known.length) {
      this.#known = larger(this.#known, new Uint8Array(nextCapacity(this.#known.length, ref + 1)));
      this.#written.grow(this.#known.length);
    }
    this.#known[ref] = value;
  }
}

/** Time and world concern the record only where they change a verdict. */
function isTold(changed: ChangedParts, { by }: ChangeMoment): boolean {
  return (by !== "due" && by !== "world") || changed.meets(STATE);
}

/** When an entry appeared that is first seen now: its own age tells how long it may have been there. */
function firstSeen({ createdAt }: WorkloadEntry, lastSeen: number | null, at: number): Moment {
  const least = Math.max(createdAt ?? 0, lastSeen ?? 0);
  return { at, notBefore: Math.min(at, least) };
}

function nameOf({ cluster, namespace, name }: WorkloadEntry): string {
  return `${cluster}\n${namespace}\n${name}`;
}
