import type { EventTime } from "@/lib/domain/history/ending-evidence";
import type { NotObservedReason } from "@/lib/domain/history/not-observed-reason";
import { ALL_NAMESPACES, type SourceName } from "@/lib/domain/source/source";
import type { Freshness } from "@/lib/domain/verdict/freshness";
import { storedName } from "@/lib/server/cluster/kinds";
import type { Sighting } from "@/lib/server/fleet/entry-change";
import type { HistoryRecord } from "./history-record";

/** One source in one namespace (or "*"), as far as somebody watches it, and the window in which it is being recorded. */
export interface Source {
  readonly cluster: string;
  readonly watched: SourceName;
  readonly namespace: string;
  freshness: Freshness;
  /** Compared with the open versions: from then on every change is recorded, live or caught up with. */
  recording: boolean;
  /** Beginning of the open window, or null. */
  from: number | null;
  /** The last moment that this source is known to have seen, or null. */
  seenTo: number | null;
  /** Since when nothing can have been missed without a sign: the window's beginning, or the last comparison with the server's list. */
  sureTo: number;
  lastChangeAt: number;
  /** `held` = this replica has followed the collection up to this version, `read` = a consistent read returned it. Null = the watch reported none. */
  collection: { readonly held: string; readonly read: string; readonly readAt: number } | null;
  /** Why the last window ended, or null. */
  endedBecause: NotObservedReason | null;
}

/** Hears when the window of a source opened or was closed, and as of when. */
export type WindowTurn = (source: Source, turn: "opened" | "closed", at: number) => void;

/** Keeps one window per source: it is open while the source is live and recorded, and never reaches into what nobody saw. */
export class Windows {
  readonly #sources = new Map<string, Source>();
  readonly #lastFrom = new WeakMap<Source, number>();
  #turned: WindowTurn = () => undefined;

  constructor(private readonly append: (records: readonly HistoryRecord[]) => void) {}

  onTurn(turned: WindowTurn): void {
    this.#turned = turned;
  }

  get sources(): Iterable<Source> {
    return this.#sources.values();
  }

  find(cluster: string, watched: SourceName, namespace: string): Source | undefined {
    return this.#sources.get(keyOf(cluster, watched, namespace));
  }

  of(cluster: string, watched: SourceName, namespace: string): Source {
    const known = this.find(cluster, watched, namespace);
    if (known !== undefined) return known;
    const source: Source = {
      ...{ cluster, watched, namespace, recording: false, from: null, seenTo: null, sureTo: 0, lastChangeAt: 0, collection: null, endedBecause: null },
      freshness: { kind: "starting", asOf: null, reason: "" },
    };
    this.#sources.set(keyOf(cluster, watched, namespace), source);
    return source;
  }

  /** The source that speaks for a namespace: its own, or that of all. Of two the one that is recorded. */
  covering(cluster: string, watched: SourceName, namespace: string): Source | undefined {
    const all = this.find(cluster, watched, ALL_NAMESPACES);
    if (all?.recording === true) return all;
    return this.find(cluster, watched, namespace) ?? all;
  }

  forget(source: Source): void {
    this.#sources.delete(keyOf(source.cluster, source.watched, source.namespace));
  }

  open(source: Source, now: number): void {
    source.from = now;
    source.sureTo = now;
    this.#write(source, now, null);
    this.#turned(source, "opened", now);
  }

  /** Ends the window at the last moment that is proven, at the latest now. */
  close(source: Source, now: number, because: NotObservedReason): void {
    if (source.from === null) return;
    const proven = Math.max(source.from, source.lastChangeAt, source.freshness.asOf ?? 0);
    const to = Math.min(now, proven);
    this.#write(source, to, because);
    source.from = null;
    source.seenTo = to;
    source.endedBecause = because;
    this.#turned(source, "closed", to);
  }

  /** Something was missed while the source looked live: what the last window claims shrinks to what is sure. */
  doubt(source: Source, now: number, because: NotObservedReason): void {
    const from = source.from ?? this.#lastFrom.get(source) ?? null;
    if (source.from !== null) this.close(source, now, because);
    if (from === null || source.seenTo === null) return;
    source.seenTo = Math.min(source.seenTo, Math.max(from, source.sureTo));
    this.append([windowRecord(source, from, source.seenTo, because)]);
  }

  /** Moves every open window on. */
  extend(now: number): void {
    for (const source of this.#sources.values()) if (source.from !== null) this.#write(source, now, null);
  }

  /** Nothing is recorded any more, and nothing can be said about it either. */
  lose(): void {
    for (const source of this.#sources.values()) {
      source.recording = false;
      source.from = null;
    }
  }

  #write(source: Source, to: number, endedBecause: NotObservedReason | null): void {
    if (source.from === null) return;
    this.#lastFrom.set(source, source.from);
    this.append([windowRecord(source, source.from, to, endedBecause)]);
  }
}

/** When a change happened that a source tells of: as it is heard of while its window is open, else at some time since the last one. */
export function momentOf(source: Source | undefined, at: number, sighting: Sighting): EventTime {
  if (source === undefined || (source.from !== null && sighting === "seen")) return { at, notBefore: null };
  const since = source.seenTo ?? source.from;
  return { at, notBefore: since === null || since >= at ? null : since };
}

function windowRecord({ cluster, watched, namespace }: Source, from: number, to: number, endedBecause: NotObservedReason | null): HistoryRecord {
  return { kind: "window", cluster, watched: storedName(watched), namespace, from, to, endedBecause };
}

function keyOf(cluster: string, watched: SourceName, namespace: string): string {
  return `${cluster}\n${watched}\n${namespace}`;
}
