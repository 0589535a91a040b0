import type { EventTime } from "@/lib/domain/history/ending-evidence";
import type { GaugeValues } from "@/lib/domain/history/gauge";
import type { NotObservedReason } from "@/lib/domain/history/not-observed-reason";
import type { Transition } from "@/lib/domain/history/transition";
import type { Since } from "@/lib/domain/verdict/since";
import type { HistorySchema } from "./schema";

/** Who a record is about. */
export interface SubjectKey {
  readonly cluster: string;
  readonly kind: HistorySchema["subject"]["kind"];
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** Whose machines a record counts for; a group of name "" is the machines of a namespace that belong to none. */
export interface SeriesKey {
  readonly cluster: string;
  readonly namespace: string;
  readonly group: string;
}

/** A series of numbers over time that is no object, as a host's shares. */
export interface GaugeKey {
  readonly cluster: string;
  /** The source that it rests on, by its stored name. */
  readonly source: string;
  readonly namespace: string;
  /** What sort of series, and whose it is. */
  readonly kind: string;
  readonly name: string;
}

/** A version as the recorder hands it over; `shape` and `moving` are plain JSON values. */
export interface RecordedVersion extends EventTime {
  readonly versionKey: string;
  /** The API server may have gone back in time before it: what was written before under its key and is over was another version. */
  readonly recounted: boolean;
  /** The recorder knows no version before it. The history may have one, because another replica stored it. */
  readonly isFirst: boolean;
  /** The code of the state from which the recorder saw it change; left out for a first version and for kinds without states. */
  readonly stateBefore?: number;
  readonly shape: unknown;
  readonly moving: unknown;
  readonly state: number;
  /** When that state began; left out for what has none. */
  readonly since?: Since;
  readonly servingClass: number;
  readonly vouched: boolean;
  readonly connection: string;
}

/** A bucket of a series as the recorder sums it up; its lists are by the codes of states. */
export type RecordedLevels = Omit<HistorySchema["roll_up"], "id" | "series_id" | "format" | "state_ms" | "state_peak" | "state_end"> & {
  readonly state_ms: readonly number[];
  readonly state_peak: readonly number[];
  readonly state_end: readonly number[];
};

/** What the recorder writes, in the order in which it saw it. A batch is on disk whole or not at all. */
export type HistoryRecord =
  /** A new version (the one before it ends), with what it changed. */
  | {
      readonly kind: "version";
      readonly subject: SubjectKey;
      readonly series: SeriesKey | null;
      readonly version: RecordedVersion;
      readonly transitions: readonly Transition[];
    }
  /** The subject is gone: its open version ends. */
  | {
      readonly kind: "ended";
      readonly subject: SubjectKey;
      readonly series: SeriesKey | null;
      readonly moment: EventTime;
      readonly transitions: readonly Transition[];
    }
  /** An equal report was replayed. */
  | { readonly kind: "confirmed"; readonly subject: SubjectKey; readonly at: number }
  /** Something happened that is no version of an object. */
  | {
      readonly kind: "happened";
      readonly subject: SubjectKey;
      readonly series: SeriesKey | null;
      readonly versionKey: string;
      readonly transitions: readonly Transition[];
    }
  /** What a gauge is from a moment on; null = it is no more. What it was already is no news. */
  | { readonly kind: "gauge"; readonly gauge: GaugeKey; readonly moment: EventTime; readonly values: GaugeValues | null }
  /**
   * A rule is asked from a moment on, or what it found appeared or is resolved. What holds already does not appear again, and what is not there is
   * not resolved, whoever wrote it: several processes may tell the same. `shape` is a plain JSON value.
   */
  | {
      readonly kind: "finding";
      readonly change: "asked" | "appeared" | "resolved";
      readonly subject: SubjectKey;
      readonly series: SeriesKey | null;
      readonly moment: EventTime;
      readonly shape: unknown;
      readonly transitions: readonly Transition[];
    }
  | { readonly kind: "levels"; readonly series: SeriesKey; readonly levels: RecordedLevels }
  /** A window of observation begins, goes on, or ends (`endedBecause` is not null). One row per (cluster, kind, namespace, from). */
  | {
      readonly kind: "window";
      readonly cluster: string;
      readonly watched: string;
      readonly namespace: string;
      readonly from: number;
      readonly to: number;
      readonly endedBecause: NotObservedReason | null;
    };

/** How the history is. Paused: nothing is recorded, and a gap will be drawn; live pages go on. */
export type HistoryStatus =
  | { readonly kind: "off"; readonly reason: string }
  | { readonly kind: "starting"; readonly reason: string }
  | { readonly kind: "recording"; readonly since: number; readonly notice: string }
  | { readonly kind: "paused"; readonly since: number; readonly reason: string };

/** Where the recorder writes. Never blocks and never throws. */
export interface HistoryWriter {
  /** The uid of this recorder: another one each time that a server starts. */
  readonly recorderToken: string;
  /** Takes records in order; false = not recording now: they are dropped, and the recorder must compare anew once it is. */
  append(records: readonly HistoryRecord[]): boolean;
  status(): HistoryStatus;
  /** Hears of every change of the status. */
  onStatus(listener: (status: HistoryStatus) => void): () => void;
  /** Resolves when everything appended so far is on disk, or the history paused. */
  flush(): Promise<void>;
}
