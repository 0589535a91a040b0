import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import { Dictionary } from "./dictionary";
import { LabelSets } from "./label-sets";

/** What changed about an entry, as bits: a list or a counter looks only at the bits it depends on. */
export const CHANGED = { state: 1, connectionTimes: 2, place: 4, labels: 8, group: 16, health: 32, spec: 64, metadata: 128, existence: 256 } as const;

/** Whole-number columns. `text` ones hold numbers of the dictionary, `labels` ones of the label sets. */
export const INT_COLUMNS = [
  ["place", "raw", CHANGED.place],
  ["group", "raw", CHANGED.group],
  ["registrationGroup", "text", CHANGED.group],
  ["owner", "text", CHANGED.group],
  ["address", "text", CHANGED.spec],
  ["network", "text", CHANGED.place],
  ["locality", "text", CHANGED.place],
  ["specLocality", "text", CHANGED.place],
  ["zone", "text", CHANGED.place],
  ["region", "text", CHANGED.place],
  ["serviceAccount", "text", CHANGED.spec],
  ["ports", "text", CHANGED.spec],
  ["controller", "text", CHANGED.state],
  ["gate", "text", CHANGED.health],
  ["healthStatus", "text", CHANGED.health],
  ["healthMessage", "text", CHANGED.health],
  ["specLabels", "labels", CHANGED.labels],
  ["metadataLabels", "labels", CHANGED.labels],
  ["revision", "text", CHANGED.labels],
  ["host", "text", CHANGED.labels],
  ["origin", "raw", CHANGED.group],
  ["unreadable", "text", CHANGED.state],
  ["managedBy", "text", CHANGED.metadata],
  ["writer", "text", CHANGED.metadata],
] as const;

/** Number columns; NaN = the object does not say. Times in milliseconds. */
export const FLOAT_COLUMNS = [
  ["createdAt", CHANGED.metadata],
  ["deletingAt", CHANGED.metadata],
  ["connectedAt", CHANGED.connectionTimes],
  ["disconnectedAt", CHANGED.connectionTimes],
  ["probeTime", CHANGED.connectionTimes],
  ["transitionTime", CHANGED.connectionTimes],
  ["weight", CHANGED.spec],
  ["writerTime", 0],
] as const;

/** The columns of times that somebody else wrote: what is no time there is kept verbatim. */
export const TIME_COLUMNS = ["connectedAt", "disconnectedAt", "probeTime", "transitionTime"] as const satisfies readonly FloatColumn[];

export type TimeColumn = (typeof TIME_COLUMNS)[number];
export type IntColumn = (typeof INT_COLUMNS)[number][0];
export type FloatColumn = (typeof FLOAT_COLUMNS)[number][0];

type Ints = Record<IntColumn, number>;
type Floats = Record<FloatColumn, number>;

/** One entry as numbers, before it is written to a slot. */
export interface Encoded {
  readonly ints: Ints;
  readonly floats: Floats;
  /** Texts that stand where a time should. */
  readonly oddTimes: readonly (readonly [TimeColumn, string])[];
  readonly entry: WorkloadEntry;
}

/** What the feed derives per slot. */
const DERIVED_FLOATS = ["validUntil", "since"] as const;
const DERIVED_BYTES = ["state", "servingClass", "vouched", "connection", "sinceAtLeast"] as const;

/** The fleet as columns: one number a slot and field, strings and label sets kept once. Rows are made on demand. */
export class EntryColumns {
  readonly texts = new Dictionary();
  readonly labelSets = new LabelSets(this.texts);
  readonly ints: Record<IntColumn, Int32Array>;
  readonly floats: Record<FloatColumn, Float64Array>;
  readonly derivedFloats: Record<(typeof DERIVED_FLOATS)[number], Float64Array>;
  readonly derivedBytes: Record<(typeof DERIVED_BYTES)[number], Uint8Array>;
  /** The replacement in which a slot was last seen. */
  seen = new Int32Array(0);
  readonly names: string[] = [];
  readonly uids: string[] = [];
  readonly versions: string[] = [];
  readonly #oddTimes = new Map<string, string>();
  #capacity = 0;
  #limit = 0;
  #replacements = 0;
  readonly #free: number[] = [];

  constructor() {
    this.ints = Object.fromEntries(INT_COLUMNS.map(([name]) => [name, new Int32Array(0)])) as Record<IntColumn, Int32Array>;
    this.floats = Object.fromEntries(FLOAT_COLUMNS.map(([name]) => [name, new Float64Array(0)])) as Record<FloatColumn, Float64Array>;
    this.derivedFloats = { validUntil: new Float64Array(0), since: new Float64Array(0) };
    this.derivedBytes = {
      state: new Uint8Array(0),
      servingClass: new Uint8Array(0),
      vouched: new Uint8Array(0),
      connection: new Uint8Array(0),
      sinceAtLeast: new Uint8Array(0),
    };
  }

  /** One more than the highest slot that was ever used. A slot is in use where its uid is not empty. */
  get limit(): number {
    return this.#limit;
  }

  /** The number of a replacement that begins, for the column `seen`. */
  beginReplacement(): number {
    return ++this.#replacements;
  }

  /** A slot that nobody uses. */
  allocate(): number {
    const slot = this.#free.pop();
    if (slot !== undefined) return slot;
    if (this.#limit === this.#capacity) this.#grow();
    return this.#limit++;
  }

  /** Which fields of a slot differ from an encoded entry, as bits of CHANGED. */
  difference(slot: number, encoded: Encoded): number {
    let mask = 0;
    for (const [name, , bit] of INT_COLUMNS) if (this.ints[name][slot] !== encoded.ints[name]) mask |= bit;
    for (const [name, bit] of FLOAT_COLUMNS) if (bit !== 0 && !Object.is(this.floats[name][slot], encoded.floats[name])) mask |= bit;
    return encoded.oddTimes.some(([name, text]) => this.oddTime(name, slot) !== text) ? mask | CHANGED.connectionTimes : mask;
  }

  /** Writes an encoded entry to a slot and gives back what the slot held before. */
  write(slot: number, encoded: Encoded): void {
    if (this.uids[slot] !== undefined && this.uids[slot] !== "") this.#releaseSlot(slot);
    for (const [name] of INT_COLUMNS) this.ints[name][slot] = encoded.ints[name];
    for (const [name] of FLOAT_COLUMNS) this.floats[name][slot] = encoded.floats[name];
    for (const [name, text] of encoded.oddTimes) this.#oddTimes.set(`${name}/${slot}`, text);
    this.names[slot] = encoded.entry.name;
    this.uids[slot] = encoded.entry.uid;
    this.versions[slot] = encoded.entry.resourceVersion;
  }

  /** Gives back what an encoded entry acquired, where it is not written. */
  discard(encoded: Encoded): void {
    this.#release((name) => encoded.ints[name]);
  }

  /** Empties a slot. */
  clear(slot: number): void {
    this.#releaseSlot(slot);
    for (const [name] of INT_COLUMNS) this.ints[name][slot] = 0;
    // Else a successor whose verdict runs out at the same moment would not be put on the clock again.
    this.derivedFloats.validUntil[slot] = Number.NaN;
    this.names[slot] = "";
    this.uids[slot] = "";
    this.versions[slot] = "";
    this.#free.push(slot);
  }

  text(column: IntColumn, slot: number): string {
    return this.texts.text(this.ints[column][slot] ?? 0);
  }

  int(column: IntColumn, slot: number): number {
    return this.ints[column][slot] ?? 0;
  }

  /** The number, or null where the object does not say. */
  float(column: FloatColumn, slot: number): number | null {
    const value = this.floats[column][slot];
    return value === undefined || Number.isNaN(value) ? null : value;
  }

  /** The text that stands where a time should, or "". */
  oddTime(column: TimeColumn, slot: number): string {
    return this.#oddTimes.get(`${column}/${slot}`) ?? "";
  }

  #releaseSlot(slot: number): void {
    this.#release((name) => this.ints[name][slot] ?? 0);
    if (this.#oddTimes.size > 0) for (const name of TIME_COLUMNS) this.#oddTimes.delete(`${name}/${slot}`);
  }

  #release(idOf: (name: IntColumn) => number): void {
    for (const [name, holds] of INT_COLUMNS) {
      if (holds === "text") this.texts.release(idOf(name));
      if (holds === "labels") this.labelSets.release(idOf(name));
    }
  }

  #grow(): void {
    this.#capacity = Math.max(256, Math.ceil(this.#capacity * 1.25));
    const grown = <A extends Int32Array | Float64Array | Uint8Array>(old: A, fresh: A): A => {
      fresh.set(old);
      return fresh;
    };
    for (const [name] of INT_COLUMNS) this.ints[name] = grown(this.ints[name], new Int32Array(this.#capacity));
    for (const [name] of FLOAT_COLUMNS) this.floats[name] = grown(this.floats[name], new Float64Array(this.#capacity).fill(Number.NaN));
    for (const name of DERIVED_FLOATS) this.derivedFloats[name] = grown(this.derivedFloats[name], new Float64Array(this.#capacity).fill(Number.NaN));
    for (const name of DERIVED_BYTES) this.derivedBytes[name] = grown(this.derivedBytes[name], new Uint8Array(this.#capacity));
    this.seen = grown(this.seen, new Int32Array(this.#capacity));
  }
}
