import type { Since } from "@/lib/domain/since";
import type { WorkloadEntry } from "@/lib/domain/workload-entry";
import { CHANGED } from "./changed";
import {
  DENSE_FLOATS,
  type DenseFloat,
  type FloatColumn,
  type Floats,
  INT_AT,
  type IntColumn,
  OWN_COLUMNS,
  type OwnColumn,
  type OwnInts,
  RARE_FLOATS,
  type RareFloat,
  SHARED_COLUMNS,
  type SharedColumn,
  type SharedInts,
  TIME_COLUMNS,
  type TimeColumn,
} from "./column-list";
import { Dictionary } from "./dictionary";
import { LabelSets } from "./label-sets";
import { larger, nextCapacity } from "./larger";
import { SharedTuples } from "./shared-tuples";
import { UidColumn } from "./uid-column";
import { VersionColumn } from "./version-column";

/** One entry as numbers, before it is written to a slot. */
export interface Encoded {
  readonly own: OwnInts;
  readonly shared: SharedInts;
  readonly floats: Floats;
  /** Texts that stand where a time should. */
  readonly oddTimes: readonly (readonly [TimeColumn, string])[];
  readonly entry: WorkloadEntry;
}

/** One that shares with another slot what it shares with anybody. */
export interface EncodedAlike extends Omit<Encoded, "shared"> {
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
  readonly #dense = Object.fromEntries(DENSE_FLOATS.map(([name]) => [name, new Float64Array(0)])) as Record<DenseFloat, Float64Array>;
  readonly #rare: Record<RareFloat, Map<number, number>> = { deletingAt: new Map(), weight: new Map() };
  readonly #oddTimes = new Map<string, string>();
  #capacity = 0;
  #limit = 0;
  #replacements = 0;
  readonly #free: number[] = [];

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
    for (const [name, , bit] of OWN_COLUMNS) if (this.int(name, slot) !== encoded.own[name]) mask |= bit;
    for (const [name, , bit] of SHARED_COLUMNS) if (this.int(name, slot) !== encoded.shared[name]) mask |= bit;
    for (const [name, bit] of DENSE_FLOATS) if (bit !== 0 && !Object.is(this.#dense[name][slot], encoded.floats[name])) mask |= bit;
    for (const [name, bit] of RARE_FLOATS) if (!Object.is(this.#rare[name].get(slot) ?? Number.NaN, encoded.floats[name])) mask |= bit;
    return encoded.oddTimes.some(([name, text]) => this.oddTime(name, slot) !== text) ? mask | CHANGED.connectionTimes : mask;
  }

  /** Writes an encoded entry to a slot and gives back what the slot held before. */
  write(slot: number, encoded: Encoded | EncodedAlike): void {
    if (this.uids.isUsed(slot)) this.#releaseSlot(slot);
    for (const [name] of OWN_COLUMNS) this.#own[slot * OWN_COLUMNS.length + INT_AT[name]] = encoded.own[name];
    this.#tupleOf[slot] = "like" in encoded ? this.#tuples.use(this.#tupleOf[encoded.like] ?? 0) : this.#acquireTuple(encoded.shared);
    for (const [name] of DENSE_FLOATS) this.#dense[name][slot] = encoded.floats[name];
    for (const [name] of RARE_FLOATS) if (!Number.isNaN(encoded.floats[name])) this.#rare[name].set(slot, encoded.floats[name]);
    for (const [name, text] of encoded.oddTimes) this.#oddTimes.set(`${name}/${slot}`, text);
    this.names[slot] = encoded.entry.name;
    this.uids.set(slot, encoded.entry.uid);
    this.versions.set(slot, encoded.entry.resourceVersion);
  }

  /** Keeps of an encoded entry that alters nothing only what moves with every write, and gives back what it acquired. */
  discard(slot: number, encoded: Encoded): void {
    this.#releaseOwn((name) => encoded.own[name]);
    this.#releaseShared((name) => encoded.shared[name]);
    this.versions.set(slot, encoded.entry.resourceVersion);
    this.#dense.writerTime[slot] = encoded.floats.writerTime;
  }

  /** Puts another text into a column of one's own. */
  setText(column: OwnColumn, slot: number, text: string): void {
    const at = slot * OWN_COLUMNS.length + INT_AT[column];
    const before = this.#own[at] ?? 0;
    this.#own[at] = this.texts.acquire(text);
    this.texts.release(before);
  }

  /** Has the slot this time? NaN = the object does not say. */
  hasTime(column: DenseFloat, slot: number, time: number): boolean {
    return Object.is(this.#dense[column][slot], time);
  }

  setTime(column: DenseFloat, slot: number, time: number): void {
    this.#dense[column][slot] = time;
  }

  /** Empties a slot. */
  clear(slot: number): void {
    this.#releaseSlot(slot);
    this.#own.fill(0, slot * OWN_COLUMNS.length, (slot + 1) * OWN_COLUMNS.length);
    this.#tupleOf[slot] = 0;
    // Else a successor whose verdict runs out at the same moment would not be put on the clock again.
    this.derivedFloats.validUntil[slot] = Number.NaN;
    this.names[slot] = "";
    this.uids.clear(slot);
    this.versions.clear(slot);
    this.#free.push(slot);
  }

  text(column: IntColumn, slot: number): string {
    return this.texts.text(this.int(column, slot));
  }

  int(column: IntColumn, slot: number): number {
    const at = INT_AT[column];
    if (at < OWN_COLUMNS.length) return this.#own[slot * OWN_COLUMNS.length + at] ?? 0;
    return this.#tuples.value(this.#tupleOf[slot] ?? 0, at - OWN_COLUMNS.length);
  }

  /** The number, or null where the object does not say. */
  float(column: FloatColumn, slot: number): number | null {
    const value = column === "deletingAt" || column === "weight" ? this.#rare[column].get(slot) : this.#dense[column][slot];
    return value === undefined || Number.isNaN(value) ? null : value;
  }

  /** The text that stands where a time should, or "". */
  oddTime(column: TimeColumn, slot: number): string {
    return this.#oddTimes.get(`${column}/${slot}`) ?? "";
  }

  /** A tuple holds its texts once, however many slots share it. */
  #acquireTuple(shared: SharedInts): number {
    for (const [at, [name]] of SHARED_COLUMNS.entries()) this.#tuple[at] = shared[name];
    const id = this.#tuples.acquire(this.#tuple);
    if (id === 0 || this.#tuples.users(id) > 1) this.#releaseShared((name) => shared[name]);
    return id;
  }

  #releaseSlot(slot: number): void {
    this.#releaseOwn((name) => this.int(name, slot));
    const tuple = this.#tupleOf[slot] ?? 0;
    if (this.#tuples.users(tuple) === 1) this.#releaseShared((name) => this.int(name, slot));
    this.#tuples.release(tuple);
    for (const [name] of RARE_FLOATS) this.#rare[name].delete(slot);
    if (this.#oddTimes.size > 0) for (const name of TIME_COLUMNS) this.#oddTimes.delete(`${name}/${slot}`);
  }

  #releaseOwn(idOf: (name: OwnColumn) => number): void {
    for (const [name, holds] of OWN_COLUMNS) {
      if (holds === "text") this.texts.release(idOf(name));
      if (holds === "labels") this.labelSets.release(idOf(name));
    }
  }

  #releaseShared(idOf: (name: SharedColumn) => number): void {
    for (const [name, holds] of SHARED_COLUMNS) if (holds === "text") this.texts.release(idOf(name));
  }

  #grow(): void {
    this.#capacity = nextCapacity(this.#capacity, this.#capacity + 1);
    const { derivedFloats, derivedBytes } = this;
    this.uids.grow(this.#capacity);
    this.versions.grow(this.#capacity);
    this.seen = larger(this.seen, new Int32Array(this.#capacity));
    this.#own = larger(this.#own, new Int32Array(this.#capacity * OWN_COLUMNS.length));
    this.#tupleOf = larger(this.#tupleOf, new Int32Array(this.#capacity));
    const nothing = () => new Float64Array(this.#capacity).fill(Number.NaN);
    for (const [name] of DENSE_FLOATS) this.#dense[name] = larger(this.#dense[name], nothing());
    for (const name of ["validUntil", "since", "sinceNotBefore"] as const) derivedFloats[name] = larger(derivedFloats[name], nothing());
    for (const name of ["state", "servingClass", "vouched", "connection"] as const)
      derivedBytes[name] = larger(derivedBytes[name], new Uint8Array(this.#capacity));
  }
}
