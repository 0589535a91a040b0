import { compareResourceVersions } from "@/lib/domain/resource-version";
import type { OpenVersion } from "./open-versions";
import type { Source } from "./windows";

/** How an object compares with the open version of the history. A number is a resourceVersion, "" = none. */
export interface ComparedObject {
  /** Null = the object is gone. */
  readonly own: string | null;
  /** Null = the history has nothing open. */
  readonly open: string | null;
  /** Nothing that the history stores differs. */
  readonly isSame: boolean;
  /** Changes whenever the object or its verdict changes. */
  readonly state: string;
}

/** When the open versions were read, and how far the other replicas had written by then. Times in milliseconds. */
export interface OpenRead {
  readonly at: number;
  /** Any replica's last sighting of the source. Null = never. */
  readonly lastSeen: number | null;
  /** Another replica records the source now: everything that it saw until then was stored before the read. Null = none does. */
  readonly others: number | null;
}

/** Versions that the history has open, by uid. */
export interface OpenVersions extends OpenRead {
  readonly open: Map<string, OpenVersion>;
}

/** The same once every difference is news, but for those in `ignored`. */
export interface SettledVersions extends OpenVersions {
  readonly ignored: ReadonlySet<string>;
}

/** `adopt` = record the difference, `wait` = compare again with a later read, `ignore` = the history knows a newer version. */
export type Decision = "adopt" | "wait" | "ignore";

/** A comparison, and when it first came out so. `readAt` = when the open version was read. */
interface Noted extends Pick<ComparedObject, "state" | "open"> {
  readonly at: number;
  readonly readAt: number;
}

/** Clocks of two replicas may differ by so much. */
const SKEW_MS = 1_500;
/** An object that changes all the time is recorded after this time, although another replica may still be about to store what it saw. */
const MOVING_MS = 20_000;
/** Every source is read consistently within this time: the read shows whether the API server went back. */
const LONGEST_MS = 75_000;

/**
 * Decides what the first sighting of an object means while other replicas record the same source. The history may be ahead of this replica, whose list is
 * older. It may also be behind, because another replica has not stored yet what it saw. Neither is news.
 */
export class Adoption {
  readonly #noted = new Map<string, Noted>();
  readonly #began: number;

  constructor(
    private readonly source: Source,
    private readonly now: () => number,
  ) {
    this.#began = now();
  }

  decide(uid: string, object: ComparedObject, read: OpenRead): Decision {
    if (object.isSame) return "adopt";
    const noted = this.#note(uid, object, read);
    const waitedMs = this.now() - this.#began;
    if (this.#isBehind(object) && !this.#wentBack(object.open ?? "", noted, read.lastSeen)) return waitedMs < LONGEST_MS ? "wait" : "ignore";
    const isStored = read.others === null || read.others >= noted.at + SKEW_MS;
    return isStored || waitedMs >= MOVING_MS ? "adopt" : "wait";
  }

  #note(uid: string, { state, open }: ComparedObject, read: OpenRead): Noted {
    const known = this.#noted.get(uid);
    if (known?.state === state && known.open === open) return known;
    const noted = { state, open, at: this.now(), readAt: read.at };
    this.#noted.set(uid, noted);
    return noted;
  }

  /** The history stores a newer version than this replica has seen. */
  #isBehind({ own, open }: ComparedObject): boolean {
    if (open === null || this.source.collection === null) return false;
    // An object that this replica never saw may have been created after its list.
    return own === null ? open !== "" : compareResourceVersions(own, open) < 0;
  }

  /**
   * The API server proves by its collection that the stored version is not ahead: either this replica has seen every change up to it, or a consistent read
   * that began after the version was stored returned a lower one, as after the restore of a backup.
   */
  #wentBack(open: string, { readAt }: Noted, lastSeen: number | null): boolean {
    const { collection } = this.source;
    if (collection === null) return true;
    if (compareResourceVersions(collection.held, open) >= 0) return true;
    const storedBy = lastSeen === null ? readAt : Math.min(readAt, lastSeen + SKEW_MS);
    return collection.readAt >= storedBy && compareResourceVersions(collection.read, open) < 0;
  }
}
