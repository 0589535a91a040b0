import type { WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import type { Since } from "@/lib/domain/verdict/since";
import { VersionColumn } from "@/lib/server/fleet/version-column";
import { larger, nextCapacity } from "@/lib/server/larger";
import { CHANGED } from "./changed";
import {
  DENSE_LEAVES,
  FLOAT_AT,
  type FloatColumn,
  INT_AT,
  type IntColumn,
  OWN_COLUMNS,
  RARE_LEAVES,
  SHARED_COLUMNS,
  TIME_LEAVES,
  type TimeColumn,
} from "./column-list";
import { Dictionary } from "./dictionary";
import { LabelSets } from "./label-sets";
import { SharedTuples } from "./shared-tuples";
import { UidColumn } from "./uid-column";

const OWN = OWN_COLUMNS.length;
const INTS = [...OWN_COLUMNS, ...SHARED_COLUMNS];
const DENSE = DENSE_LEAVES.length;
const FLOATS = [...DENSE_LEAVES, ...RARE_LEAVES];

/** One entry as numbers, before it is written to a slot: each list in the order of its columns. */
export interface Encoded {
  /** The whole numbers, by their places (INT_AT). */
  readonly ints: readonly number[];
  /** The dense ones, then the rare ones. */
  readonly floats: readonly number[];
  /** Texts that stand where a time should. */
  readonly oddTimes: readonly (readonly [TimeColumn, string])[];
  readonly entry: WorkloadEntry;
}

/** One that shares with another slot what it shares with anybody: of its whole numbers only those of its own count. */
export interface EncodedAlike extends Encoded {
  readonly like: number;
}

/** The fleet as columns: one number a slot and field, strings and label sets kept once. Rows are made on demand. */
export class EntryColumns {
  readonly texts = new Dictionary();
  readonly labelSets = new LabelSets(this.texts);
  readonly uids = new UidColumn();
  readonly versions = new VersionColumn();
  readonly names: string[] = [];
  readonly derivedFloats = { validUntil: new Float64Array(0), since: new Float64Array(0), sinceNotBefore: new Float64Array(0) };
  readonly derivedBytes = {
    state: new Uint8Array(0),
    servingClass: new Uint8Array(0),
    vouched: new Uint8Array(0),
    connection: new Uint8Array(0),
  };
  /** The replacement in which a slot was last seen. */
  seen = new Int32Array(0);
  /** Row after row of the columns of one's own. */
  #own = new Int32Array(0);
  /** The number of the tuple that a slot shares. */
  #tupleOf = new Int32Array(0);
  readonly #tuples = new SharedTuples(SHARED_COLUMNS.length);
  readonly #tuple = new Int32Array(SHARED_COLUMNS.length);
  readonly #dense = DENSE_LEAVES.map(() => new Float64Array(0));
  readonly #rare = RARE_LEAVES.map(() => new Map<number, number>());
  readonly #oddTimes = new Map<string, string>();
  #capacity = 0;
  #limit = 0;
  #replacements = 0;
  readonly #free: number[] = [];
  /** What each text column was given last, by its place (INT_AT): the next entry is mostly of the same group and has the same. */
  readonly lastTexts: number[] = INTS.map(() => 0);

  /** One more than the highest slot that was ever used. */
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

  /** When the state that a slot is in began. */
  since(slot: number): Since {
    const notBefore = this.derivedFloats.sinceNotBefore[slot] ?? Number.NaN;
    return { at: this.derivedFloats.since[slot] ?? 0, notBefore: Number.isNaN(notBefore) ? null : notBefore };
  }

  setSince(slot: number, { at, notBefore }: Since): void {
    this.derivedFloats.since[slot] = at;
    this.derivedFloats.sinceNotBefore[slot] = notBefore ?? Number.NaN;
  }

  /** CHANGED.since where a state began otherwise than the columns say. */
  sinceDifference(slot: number, { at, notBefore }: Since): number {
    const { since, sinceNotBefore } = this.derivedFloats;
    return since[slot] === at && Object.is(sinceNotBefore[slot], notBefore ?? Number.NaN) ? 0 : CHANGED.since;
  }

  /** Which fields of a slot differ from an encoded entry, as bits of CHANGED. */
  difference(slot: number, encoded: Encoded): number {
    let mask = 0;
    for (let at = 0; at < INTS.length; at++) if (this.intAt(at, slot) !== encoded.ints[at]) mask |= INTS[at]?.bit ?? 0;
    for (let at = 0; at < FLOATS.length; at++) if (!Object.is(this.numberAt(at, slot), encoded.floats[at])) mask |= FLOATS[at]?.bit ?? 0;
    return encoded.oddTimes.some(([name, text]) => this.oddTime(name, slot) !== text) ? mask | CHANGED.connectionTimes : mask;
  }

  /** Writes an encoded entry to a slot and gives back what the slot held before. */
  write(slot: number, encoded: Encoded | EncodedAlike): void {
    if (this.uids.isUsed(slot)) this.#releaseSlot(slot);
    for (let at = 0; at < OWN; at++) this.#own[slot * OWN + at] = encoded.ints[at] ?? 0;
    this.#tupleOf[slot] = "like" in encoded ? this.#tuples.use(this.#tupleOf[encoded.like] ?? 0) : this.#acquireTuple(encoded.ints);
    for (let at = 0; at < FLOATS.length; at++) this.setNumberAt(at, slot, encoded.floats[at] ?? Number.NaN);
    for (const [name, text] of encoded.oddTimes) this.#oddTimes.set(`${name}/${slot}`, text);
    this.names[slot] = encoded.entry.name;
    this.uids.set(slot, encoded.entry.uid);
    this.versions.set(slot, encoded.entry.resourceVersion);
  }

  /** Keeps of an encoded entry that alters nothing only what moves with every write, and gives back what it acquired. */
  discard(slot: number, encoded: Encoded): void {
    for (let at = 0; at < INTS.length; at++) this.#release(at, encoded.ints[at] ?? 0);
    this.versions.set(slot, encoded.entry.resourceVersion);
    for (const [at, { bit }] of FLOATS.entries()) if (bit === 0) this.setNumberAt(at, slot, encoded.floats[at] ?? Number.NaN);
  }

  /** Puts another text into a column of one's own. */
  setTextAt(at: number, slot: number, text: string): void {
    const before = this.#own[slot * OWN + at] ?? 0;
    this.#own[slot * OWN + at] = this.texts.acquire(text);
    this.texts.release(before);
  }

  /** The number of a float column by its place (FLOAT_AT); NaN = the object does not say. */
  numberAt(at: number, slot: number): number {
    if (at < DENSE) return this.#dense[at]?.[slot] ?? Number.NaN;
    return this.#rare[at - DENSE]?.get(slot) ?? Number.NaN;
  }

  setNumberAt(at: number, slot: number, number: number): void {
    const dense = this.#dense[at];
    if (dense !== undefined) dense[slot] = number;
    else if (!Number.isNaN(number)) this.#rare[at - DENSE]?.set(slot, number);
  }

  /** Empties a slot. */
  clear(slot: number): void {
    this.#releaseSlot(slot);
    this.#own.fill(0, slot * OWN, (slot + 1) * OWN);
    this.#tupleOf[slot] = 0;
    // Else a successor whose verdict runs out at the same moment would not be put on the clock again.
    this.derivedFloats.validUntil[slot] = Number.NaN;
    this.names[slot] = "";
    this.uids.clear(slot);
    this.versions.clear(slot);
    this.#free.push(slot);
  }

  text(column: IntColumn, slot: number): string {
    return this.texts.text(this.intAt(INT_AT[column], slot));
  }

  int(column: IntColumn, slot: number): number {
    return this.intAt(INT_AT[column], slot);
  }

  /** The text and the number of a whole-number column by its place (INT_AT). */
  textAt(at: number, slot: number): string {
    return this.texts.text(this.intAt(at, slot));
  }

  intAt(at: number, slot: number): number {
    if (at < OWN) return this.#own[slot * OWN + at] ?? 0;
    return this.#tuples.value(this.#tupleOf[slot] ?? 0, at - OWN);
  }

  /** The number, or null where the object does not say. */
  float(column: FloatColumn, slot: number): number | null {
    const value = this.numberAt(FLOAT_AT[column], slot);
    return Number.isNaN(value) ? null : value;
  }

  /** Does a text stand where a time should? Hardly ever does one anywhere. */
  hasOddTimes(slot: number): boolean {
    return this.#oddTimes.size > 0 && TIME_LEAVES.some(({ column }) => this.#oddTimes.has(`${column}/${slot}`));
  }

  /** The text that stands where a time should, or "". */
  oddTime(column: TimeColumn, slot: number): string {
    return this.#oddTimes.get(`${column}/${slot}`) ?? "";
  }

  /** A tuple holds its texts once, however many slots share it. */
  #acquireTuple(ints: readonly number[]): number {
    for (let at = OWN; at < INTS.length; at++) this.#tuple[at - OWN] = ints[at] ?? 0;
    const id = this.#tuples.acquire(this.#tuple);
    if (id === 0 || this.#tuples.users(id) > 1) for (let at = OWN; at < INTS.length; at++) this.#release(at, ints[at] ?? 0);
    return id;
  }

  #releaseSlot(slot: number): void {
    const tuple = this.#tupleOf[slot] ?? 0;
    const end = this.#tuples.users(tuple) === 1 ? INTS.length : OWN;
    for (let at = 0; at < end; at++) this.#release(at, this.intAt(at, slot));
    this.#tuples.release(tuple);
    for (const numbers of this.#rare) numbers.delete(slot);
    if (this.#oddTimes.size > 0) for (const { column } of TIME_LEAVES) this.#oddTimes.delete(`${column}/${slot}`);
  }

  /** One use less of what the number of a column is of, by the column's place (INT_AT). */
  #release(at: number, id: number): void {
    const holds = INTS[at]?.holds;
    if (holds === "text") this.texts.release(id);
    else if (holds === "labels") this.labelSets.release(id);
  }

  #grow(): void {
    this.#capacity = nextCapacity(this.#capacity, this.#capacity + 1);
    const { derivedFloats, derivedBytes } = this;
    this.uids.grow(this.#capacity);
    this.versions.grow(this.#capacity);
    this.seen = larger(this.seen, new Int32Array(this.#capacity));
    this.#own = larger(this.#own, new Int32Array(this.#capacity * OWN));
    this.#tupleOf = larger(this.#tupleOf, new Int32Array(this.#capacity));
    const nothing = () => new Float64Array(this.#capacity).fill(Number.NaN);
    for (const [at, numbers] of this.#dense.entries()) this.#dense[at] = larger(numbers, nothing());
    for (const name of ["validUntil", "since", "sinceNotBefore"] as const) derivedFloats[name] = larger(derivedFloats[name], nothing());
    for (const name of ["state", "servingClass", "vouched", "connection"] as const)
      derivedBytes[name] = larger(derivedBytes[name], new Uint8Array(this.#capacity));
  }
}
