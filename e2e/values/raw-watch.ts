import { setTimeout as wait } from "node:timers/promises";
import type { Cluster } from "@/e2e/cluster";
import { RAW_COLLECTIONS, type RawKind, type RawObject, type RawVersion } from "./raw-objects";

/** Every version of the objects that decide what pages show, from its own lists and watches of the API server. */
export class RawWatch {
  readonly #versions = new Map<RawKind, Map<string, RawVersion[]>>();
  readonly #ends: (() => void)[] = [];
  /** The moment of the first lists, in milliseconds. */
  readonly startedAt: number;

  private constructor(startedAt: number) {
    this.startedAt = startedAt;
  }

  /** Lists each kind and watches it from there. */
  static async start(cluster: Cluster): Promise<RawWatch> {
    const raw = new RawWatch(Date.now());
    for (const [kind, path] of Object.entries(RAW_COLLECTIONS) as [RawKind, string][]) {
      const list = await cluster.get(path);
      for (const object of (list.items ?? []) as unknown as RawObject[]) raw.#put(kind, object, true);
      const version = list.metadata.resourceVersion ?? "";
      raw.#ends.push(cluster.watch(`${path}?watch=1&resourceVersion=${version}`, (line) => raw.#receive(kind, line)));
    }
    await wait(500);
    return raw;
  }

  end(): void {
    for (const end of this.#ends) end();
  }

  /** All versions of all objects of a kind, one array per object, oldest first. */
  histories(kind: RawKind): readonly (readonly RawVersion[])[] {
    return [...(this.#versions.get(kind)?.values() ?? [])];
  }

  /** The objects of a kind that existed at a moment. */
  at(kind: RawKind, moment: number): readonly RawObject[] {
    return this.histories(kind).flatMap((versions) => {
      const version = versions.find(({ from, to }) => from <= moment && (to === null || to > moment));
      return version === undefined ? [] : [version.object];
    });
  }

  /** The moments of all changes within a span, with its start and end. */
  momentsIn(from: number, to: number): readonly number[] {
    const moments = new Set([from, to]);
    for (const kinds of this.#versions.values())
      for (const versions of kinds.values())
        for (const version of versions) for (const at of [version.from, version.to]) if (at !== null && at > from && at < to) moments.add(at);
    return [...moments].sort((a, b) => a - b);
  }

  #receive(kind: RawKind, line: string): void {
    const { type, object } = JSON.parse(line) as { readonly type: string; readonly object: RawObject };
    if (type === "ADDED" || type === "MODIFIED") this.#put(kind, object, false);
    else if (type === "DELETED") this.#remove(kind, object.metadata.uid);
    else if (type === "ERROR") throw new Error(`The raw watch of kind ${kind} ended: ${line}`);
  }

  #put(kind: RawKind, object: RawObject, isFirstList: boolean): void {
    const ofKind = this.#versions.get(kind) ?? new Map<string, RawVersion[]>();
    this.#versions.set(kind, ofKind);
    const versions = ofKind.get(object.metadata.uid) ?? [];
    ofKind.set(object.metadata.uid, versions);
    const from = Date.now();
    const before = versions.at(-1);
    if (before !== undefined) before.to ??= from;
    versions.push({ object, from: isFirstList ? 0 : from, to: null, isLast: false, isFirstList });
  }

  #remove(kind: RawKind, uid: string): void {
    const last = this.#versions.get(kind)?.get(uid)?.at(-1);
    if (last === undefined) return;
    last.to ??= Date.now();
    last.isLast = true;
  }
}
