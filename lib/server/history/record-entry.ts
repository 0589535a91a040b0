import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { EventTime } from "@/lib/domain/history/ending-evidence";
import { hasSameEntryContent, isRepeatedHealthReport } from "@/lib/domain/history/entry-parts";
import type { World } from "@/lib/domain/mesh/world";
import { mergedSince } from "@/lib/domain/verdict/since";
import { isTrouble } from "@/lib/domain/verdict/verdict";
import { ChangedParts } from "@/lib/server/fleet/changed-parts";
import type { ChangeMoment, EntryRef, FleetListener } from "@/lib/server/fleet/entry-change";
import { larger, nextCapacity } from "@/lib/server/larger";
import type { ComparedObject } from "./adoption";
import type { OpenVersion } from "./open-versions";
import { unseenBy } from "./unseen-by";
import { isJudgedAnew, type JudgedVersion, seriesAt, versionAt, versionOfOpen } from "./version-at";
import { dueKey, isCountedBack, writtenKey } from "./version-keys";
import { type EntryRecorderParts, VersionWriter } from "./version-writer";
import { momentOf, type Source } from "./windows";

const CAME = ChangedParts.of("existence");
const STATE = ChangedParts.of("state");

/** Turns changes of entries into records. It stands in the way of every event: two rows are made of each, and nothing is looked up. */
export class EntryRecorder implements FleetListener {
  /** By reference: 1 where the history knows the entry. */
  #known = new Uint8Array(0);
  #before: JudgedVersion | null = null;
  /** Entries whose verdict changed because a kind is not visible any more: the version that was reported last, and that kind. */
  readonly #hidden = new Map<EntryRef, { readonly reported: JudgedVersion; readonly lost: keyof Sight }>();
  /** The kinds that were visible before the current world, by cluster. */
  readonly #sights = new Map<string, Sight>();

  readonly #writer: VersionWriter;

  constructor(private readonly parts: EntryRecorderParts) {
    this.#writer = new VersionWriter(parts);
  }

  /** Writes what waited: nothing that was seen before may come after what is written next. */
  release(): void {
    this.#writer.release();
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
    this.#hidden.delete(ref);
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

  /** Follows a new world, once its entries were judged. */
  world(cluster: string): void {
    this.#sights.set(cluster, sightOf(this.parts.fleet.worldOf(cluster)));
  }

  isKnown(ref: EntryRef): boolean {
    return this.#known[ref] === 1;
  }

  /** Nothing is known to the history any more. */
  forgetAll(): void {
    this.#known.fill(0);
    this.#hidden.clear();
    this.#writer.drop();
  }

  /** Compares an entry with the version that the history has open, and writes what differs. `lastSeen` = end of the record so far. */
  adopt(ref: EntryRef, open: OpenVersion | undefined, lastSeen: number | null, at: number): void {
    this.#setKnown(ref, 1);
    this.#resume(ref, open, lastSeen, at);
    const after = versionAt(this.parts.fleet, ref);
    // Nothing open: it is new, or one that was ended and is back.
    if (open === undefined) return this.#writer.write(ref, null, after, firstSeen(after.entry, lastSeen, at), writtenKey(after), { mayBeBack: true });
    const before = versionOfOpen(open);
    this.#writer.isWritten(ref, before.entry.resourceVersion);
    const moment = { at, notBefore: Math.min(at, lastSeen ?? open.validFrom) };
    if (hasSameEntryContent(before.entry, after.entry)) {
      if (isRepeatedHealthReport(before.entry, after.entry)) this.#writer.confirm(after.entry, at);
      if (!isJudgedAnew(before.verdict, after.verdict)) return;
      return this.#writer.write(ref, before, after, moment, this.#writer.judgedKey(after));
    }
    this.#writer.write(ref, before, after, moment, writtenKey(after));
  }

  /** Compares an entry with its open version in the history. */
  compared(ref: EntryRef, open: OpenVersion | undefined): ComparedObject {
    const { entry, verdict } = versionAt(this.parts.fleet, ref);
    const own = entry.resourceVersion;
    const state = `${own} ${verdict.state} ${verdict.connection.kind} ${verdict.serving.kind} ${verdict.vouched}`;
    if (open === undefined) return { own, open: null, openSince: null, isSame: false, state };
    const before = versionOfOpen(open);
    const number = before.entry.resourceVersion;
    const isSame = !isCountedBack(number, own) && hasSameEntryContent(before.entry, entry) && !isJudgedAnew(before.verdict, verdict);
    return { own, open: number, openSince: open.validFrom, isSame, state };
  }

  /** The history has a newer version of an entry. Writes nothing now, and records later changes. */
  ignore(ref: EntryRef): void {
    this.#setKnown(ref, 1);
    this.#writer.isWritten(ref, versionAt(this.parts.fleet, ref).entry.resourceVersion);
  }

  /** A state goes on where the record, and not this process, saw it begin. */
  #resume(ref: EntryRef, open: OpenVersion | undefined, lastSeen: number | null, at: number): void {
    const { fleet } = this.parts;
    const { entry, verdict, since } = versionAt(fleet, ref);
    const before = open === undefined ? null : versionOfOpen(open);
    const recordedTo = lastSeen ?? open?.validFrom ?? null;
    const step = {
      turned: before?.verdict.state !== verdict.state,
      sameObject: before !== null && isUnchanged(before.entry, entry, recordedTo),
      isTrouble: isTrouble(verdict.state),
    };
    fleet.resume(ref, mergedSince(since, open?.since ?? null, step, recordedTo), at);
  }

  /** What the history has open is no longer there. */
  missing(open: OpenVersion, lastSeen: number | null, at: number): void {
    const before = versionOfOpen(open);
    const moment = { at, notBefore: Math.min(at, lastSeen ?? open.validFrom) };
    this.#writer.endMissing(before, moment);
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
    this.#writer.write(ref, null, after, first, writtenKey(after), { mayBeBack: sighting === "found" });
  }

  #changes(ref: EntryRef, before: JudgedVersion, { at, sighting, by }: ChangeMoment): void {
    const { fleet, windows } = this.parts;
    const after = versionAt(fleet, ref);
    const source = this.#sourceOf(after.entry);
    if (by === "write" && source !== undefined) source.lastChangeAt = at;
    const same = hasSameEntryContent(before.entry, after.entry);
    if (same && isRepeatedHealthReport(before.entry, after.entry)) this.#writer.confirm(after.entry, at);
    if (same && !isJudgedAnew(before.verdict, after.verdict)) return;
    const teller = by === "world" ? windows.covering(after.entry.cluster, "istiod-pods", "*") : source;
    const moment = by === "due" ? { at, notBefore: null } : momentOf(teller, at, sighting);
    const key = by === "due" ? dueKey(at) : by === "world" || same ? this.#writer.judgedKey(after) : writtenKey(after);
    const reported = this.#reportedOf(ref, before, same);
    this.#writer.write(ref, before, after, moment, key, { reported: reported ?? after });
  }

  /** The version with which the log compares a changed entry; null = it reports nothing, as the entry only changed because its replica is not visible. */
  #reportedOf(ref: EntryRef, before: JudgedVersion, isSameObject: boolean): JudgedVersion | null {
    const { cluster } = before.entry;
    const sight = sightOf(this.parts.fleet.worldOf(cluster));
    const { reported, lost } = this.#hidden.get(ref) ?? { reported: before, lost: lostKind(this.#sights.get(cluster), sight) };
    if (isSameObject && lost !== null && !sight[lost]) {
      this.#hidden.set(ref, { reported, lost });
      return null;
    }
    this.#hidden.delete(ref);
    return reported;
  }

  #ends(ref: EntryRef, before: JudgedVersion, { at, sighting, by }: ChangeMoment): void {
    const { fleet, windows } = this.parts;
    const { entry } = before;
    const source = this.#sourceOf(entry);
    if (source === undefined) return;
    // A list is read while its source catches up: what goes otherwise without a word of the watch was taken away with the right to see it.
    const withdrawn = sighting === "found" && source.freshness.kind !== "live" && source.freshness.kind !== "catching-up";
    if (by === "forgotten" || withdrawn) {
      windows.close(source, at, withdrawn && source.freshness.kind !== "live" ? unseenBy(source.freshness) : { code: "dropped" });
      source.recording = false;
      return;
    }
    source.lastChangeAt = at;
    const moment = momentOf(source, at, sighting);
    this.#writer.endOnceSure(before, moment, seriesAt(fleet, ref), fleet.groupOf(ref));
    const heir = fleet.byName(entry.cluster, entry.namespace, entry.name);
    if (heir !== null && heir !== ref) this.#writer.overtaken(entry, heir, moment);
  }

  #sourceOf({ cluster, namespace }: WorkloadEntry): Source | undefined {
    return this.parts.windows.covering(cluster, "workloadentries", namespace);
  }

  #setKnown(ref: EntryRef, value: 0 | 1): void {
    if (ref >= this.#known.length) {
      this.#known = larger(this.#known, new Uint8Array(nextCapacity(this.#known.length, ref + 1)));
      this.#writer.grow(this.#known.length);
    }
    this.#known[ref] = value;
  }
}

/**
 * With equal fields, and without a health report since the history ends (`recordedTo`, in milliseconds), no program wrote the state. istiod sets the transition time
 * with every report (docs/istio.md#reports). The history does not store repeated reports.
 */
function isUnchanged(before: WorkloadEntry, after: WorkloadEntry, recordedTo: number | null): boolean {
  if (before.resourceVersion === after.resourceVersion) return true;
  if (!hasSameEntryContent(before, after)) return false;
  const reportedAt = after.health?.lastTransitionTime?.ms ?? null;
  return !isRepeatedHealthReport(before, after) || (reportedAt !== null && recordedTo !== null && reportedAt <= recordedTo);
}

/** Time and world concern the record only where they change a verdict. */
function isTold(changed: ChangedParts, { by }: ChangeMoment): boolean {
  return (by !== "due" && by !== "world") || changed.meets(STATE);
}

/** The kinds that verdicts can use. */
interface Sight {
  readonly pods: boolean;
  readonly nodes: boolean;
}

function sightOf({ replicas, nodes }: World): Sight {
  return { pods: replicas.kind !== "denied", nodes: nodes.kind !== "denied" };
}

/** The kind that is not visible any more; null = none. Without Pods, Nodes show nothing. */
function lostKind(before: Sight | undefined, now: Sight): keyof Sight | null {
  if (before === undefined) return null;
  return before.pods && !now.pods ? "pods" : before.nodes && !now.nodes ? "nodes" : null;
}

/** When an entry appeared that is first seen now: its own age tells how long it may have been there. */
function firstSeen({ createdAt }: WorkloadEntry, lastSeen: number | null, at: number): EventTime {
  const least = Math.max(createdAt ?? 0, lastSeen ?? 0);
  return { at, notBefore: Math.min(at, least) };
}
