import { compareResourceVersions } from "@/lib/domain/object/kubernetes-object";
import type { OpenVersion } from "./open-versions";
import type { Source } from "./windows";

/** Compares an object with the open version in the history. Numbers are resourceVersions, "" = none. */
export interface ComparedObject {
  /** Null = the object is gone. */
  readonly own: string | null;
  /** Null = the history has no open version. */
  readonly open: string | null;
  /** Since when the history has it, in milliseconds; null = not known. */
  readonly openSince: number | null;
  /** True when every stored field is equal. */
  readonly isSame: boolean;
  /** Changes whenever the object or its verdict changes. */
  readonly state: string;
}

/** The end of a read of open versions, and how far the other replicas had written by then. Times in milliseconds. */
export interface OpenRead {
  readonly at: number;
  /** Any replica's last sighting of the source. Null = never. */
  readonly lastSeen: number | null;
  /** Another replica records the source, or started before this one to do so. It had stored all changes up to this time before the read. Null = no other replica. */
  readonly others: number | null;
}

/** Open versions in the history, by uid. */
export interface OpenVersions extends OpenRead {
  readonly open: Map<string, OpenVersion>;
}

/** The open versions after a decision about every difference. The recorder skips those in `ignored`. */
export interface SettledVersions extends OpenVersions {
  readonly ignored: ReadonlySet<string>;
}

/** `adopt` = record the difference, `wait` = compare again with a later read, `ignore` = the history has a newer version. */
export type Decision = "adopt" | "wait" | "ignore";

/** A comparison, and when it first had this result. `readAt` = the time of the read of the open version. */
interface Noted extends Pick<ComparedObject, "state" | "open"> {
  readonly at: number;
  readonly readAt: number;
}

/** Tolerated difference between the clocks of two replicas. */
const SKEW_MS = 1_500;
/** After this time a constantly changing object is recorded, although another replica may still be about to store its changes. */
const MOVING_MS = 20_000;
/** Every source gets a consistent read within this time. The read shows whether the API server went back. */
const LONGEST_MS = 75_000;

/**
 * Decides how to treat the first sighting of an object while other replicas record the same source. The history may be ahead of this replica, whose list is
 * older. It may also be behind, because another replica has not stored its changes yet. Neither difference is a change of the object.
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
    if (this.#isBehind(object) && !this.#wentBack(object, noted)) return waitedMs < LONGEST_MS ? "wait" : "ignore";
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

  /** Returns true when the history stores a newer version than this replica has seen. */
  #isBehind({ own, open }: ComparedObject): boolean {
    if (open === null || this.source.collection === null) return false;
    // An object that this replica has not seen may be newer than its list.
    return own === null ? open !== "" : compareResourceVersions(own, open) < 0;
  }

  /**
   * Returns true when the collection proves that the stored version is not ahead. Either this replica has seen every change up to it, or a consistent read that
   * began after another replica had seen the version returned a lower one. The second case follows the restore of a backup.
   */
  #wentBack({ open, openSince }: ComparedObject, { readAt }: Noted): boolean {
    const { collection } = this.source;
    if (collection === null) return true;
    if (compareResourceVersions(collection.held, open ?? "") >= 0) return true;
    const seenBy = openSince === null ? readAt : Math.min(readAt, openSince + SKEW_MS);
    return collection.readAt >= seenBy && compareResourceVersions(collection.read, open ?? "") < 0;
  }
}
