import type { Term } from "@/lib/contract/url/filter-term";
import { KeysByValue } from "@/lib/server/derive/keys-by-value";
import { CHANGED } from "./changed";
import { Dictionary } from "./dictionary";
import type { EntryColumns } from "./entry-columns";
import { SharedTuples } from "./shared-tuples";

export type LabelTerm = Term & { readonly kind: "label" };

/** A term whose key no label has that Istio derives (docs/istio.md#labels): its key and value as numbers of the dictionary, -1 where nobody has them. */
interface Stored {
  readonly key: number;
  readonly value: number | null;
  readonly negated: boolean;
  readonly test: (slot: number) => boolean;
  /** Whether keys of machines' own (by number) have the key. */
  readonly own: Map<number, boolean>;
}

/** A value with no more users than this is looked for among the sets, so that not every machine with a value of its own must be asked. */
const RARE_USERS = 16;
const RELINKS = CHANGED.labels | CHANGED.existence;

/**
 * Entries by what their labels share: those with the same shared sets and the same keys of their own are one class, of which a term is asked once.
 * A class is four numbers: what spec and metadata share with others, and the keys that stand apart in each.
 */
export class LabelIndex {
  readonly #keys = new Dictionary();
  readonly #classes = new SharedTuples(4);
  readonly #tuple = new Int32Array(4);
  readonly #members = new KeysByValue();

  constructor(private readonly columns: EntryColumns) {}

  leaving(slot: number, mask: number): void {
    if ((mask & RELINKS) === 0) return;
    const id = this.#members.valueOf(slot);
    this.#members.delete(slot);
    this.#release(id);
  }

  entering(slot: number, mask: number): void {
    if ((mask & RELINKS) === 0) return;
    this.#members.set(slot, this.#acquire(slot));
  }

  /** The slots that match every term, in no order. `stored` are about labels of the objects alone; `others` are asked of each slot that is left. */
  matching(stored: readonly LabelTerm[], others: readonly ((slot: number) => boolean)[]): number[] {
    const terms = stored.map((term) => this.#prepare(term)).sort((a, b) => rank(a) - rank(b));
    const roots = this.#rareRoots(terms);
    const found: number[] = [];
    for (const [id, members] of this.#members.all) {
      if (roots !== null && !roots.has(this.#classes.value(id, 0)) && !roots.has(this.#classes.value(id, 1))) continue;
      const open = this.#undecided(id, terms);
      if (open === null) continue;
      const tests = [...open, ...others];
      for (const slot of members) if (tests.every((test) => test(slot))) found.push(slot);
    }
    return found;
  }

  #acquire(slot: number): number {
    const { labelSets } = this.columns;
    const [spec, metadata] = [this.columns.int("specLabels", slot), this.columns.int("metadataLabels", slot)];
    this.#tuple[0] = labelSets.rootOf(spec);
    this.#tuple[1] = labelSets.rootOf(metadata);
    this.#tuple[2] = this.#keys.acquire(labelSets.ownKeys(spec).join());
    // Mostly one and the same set.
    this.#tuple[3] = spec === metadata ? this.#keys.use(this.#tuple[2]) : this.#keys.acquire(labelSets.ownKeys(metadata).join());
    return this.#classes.acquire(this.#tuple);
  }

  #release(id: number): void {
    this.#keys.release(this.#classes.value(id, 2));
    this.#keys.release(this.#classes.value(id, 3));
    this.#classes.release(id);
  }

  #prepare({ key, value, negated }: LabelTerm): Stored {
    const { texts, labelSets } = this.columns;
    const [keyId, valueId] = [texts.find(key) ?? -1, value === null ? null : (texts.find(value) ?? -1)];
    const test = (slot: number) => {
      const above = labelSets.valueIn(this.columns.int("metadataLabels", slot), keyId);
      const here = above < 0 ? labelSets.valueIn(this.columns.int("specLabels", slot), keyId) : above;
      return isWanted(here, valueId) !== negated;
    };
    return { key: keyId, value: valueId, negated, test, own: new Map([[0, false]]) };
  }

  /** The tests that must be asked of each entry of a class; null where none of its entries matches. */
  #undecided(id: number, terms: readonly Stored[]): readonly ((slot: number) => boolean)[] | null {
    const open: ((slot: number) => boolean)[] = [];
    for (const term of terms) {
      const answer = this.#decide(id, term);
      if (answer === false) return null;
      if (answer === null) open.push(term.test);
    }
    return open;
  }

  /** Metadata's value hides the spec's (docs/istio.md#labels); null = a machine's own value decides. */
  #decide(id: number, term: Stored): boolean | null {
    for (const [root, keys] of LAYERS) {
      if (this.#isOwnKey(this.#classes.value(id, keys), term)) return term.value === null || term.value < 0 ? (term.value === null) !== term.negated : null;
      const value = this.columns.labelSets.valueIn(this.#classes.value(id, root), term.key);
      if (value >= 0) return isWanted(value, term.value) !== term.negated;
    }
    return term.negated;
  }

  #isOwnKey(keys: number, { key, own }: Stored): boolean {
    const known = own.get(keys);
    if (known !== undefined) return known;
    const answer = this.#keys.text(keys).split(",").includes(String(key));
    own.set(keys, answer);
    return answer;
  }

  /** Where a wanted value is rare: what the sets that have it share with others. Null where none is. */
  #rareRoots(terms: readonly Stored[]): ReadonlySet<number> | null {
    const { labelSets, texts } = this.columns;
    for (const { key, value, negated } of terms) {
      if (negated || value === null || value <= 0 || texts.users(value) > RARE_USERS) continue;
      return new Set(labelSets.setsWith(key, value).map((set) => labelSets.rootOf(set)));
    }
    return null;
  }
}

/** Of a class: where the shared set and the own keys stand, metadata first. */
const LAYERS = [
  [1, 3],
  [0, 2],
] as const;

/** What leaves out most goes first. */
function rank({ value, negated }: Stored): number {
  return (negated ? 2 : 0) + (value === null ? 1 : 0);
}

function isWanted(value: number, wanted: number | null): boolean {
  return wanted === null ? value >= 0 : value === wanted;
}
