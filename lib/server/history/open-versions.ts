import type { Since } from "@/lib/domain/verdict/since";
import type { GaugeKey, SubjectKey } from "./history-record";
import type { StoredParts } from "./stored";

/** A version that had not ended when the record broke off, as it is stored. */
export interface OpenVersion extends StoredParts {
  readonly subject: SubjectKey;
  readonly versionKey: string;
  readonly validFrom: number;
  /** The code of a state, or -1. */
  readonly state: number;
  /** When that state began; null for what has none. */
  readonly since: Since | null;
  readonly vouched: boolean;
  readonly connection: string;
}

/** What a recorder asks of the history before it goes on with it. `namespace` "*" = all. Rejects where the history cannot be read. */
export interface OpenVersionReader {
  /** `uids` = only the versions of these objects. */
  openVersions(cluster: string, kind: SubjectKey["kind"], namespace: string, uids?: readonly string[]): AsyncIterable<readonly OpenVersion[]>;
  /** The gauges of a source that have not ended. */
  openGauges(cluster: string, watched: string, namespace: string): Promise<readonly GaugeKey[]>;
  /** The latest moment at which any recorder saw this kind there, in milliseconds; null = never. */
  lastSeen(cluster: string, watched: string, namespace: string): Promise<number | null>;
  /**
   * Returns the time up to which recorders other than `token` have stored this kind there, in milliseconds; null = no other one records at `now`. A recorder that
   * started before `token` also records while it has stored nothing since its start or its last pause: then this is the time at which it began.
   */
  othersSeen(cluster: string, watched: string, namespace: string, token: string, now: number): Promise<number | null>;
}
