import { ENTRY_CHANGE_TOPICS, type EntryChangeTopic } from "@/lib/domain/entry/entry-fields";

/** Which parts of an entry changed, or concern somebody. Made once and compared for every event. */
export class ChangedParts {
  static readonly #all: ChangedParts[] = [];
  private constructor(
    /** In the order of ENTRY_PARTS. */
    readonly bits: number,
  ) {}

  static of(...parts: readonly EntryChangeTopic[]): ChangedParts {
    return ChangedParts.ofBits(parts.reduce((bits, part) => bits | (1 << ENTRY_CHANGE_TOPICS.indexOf(part)), 0));
  }

  /** Of bits in the order of ENTRY_PARTS. */
  static ofBits(bits: number): ChangedParts {
    const known = ChangedParts.#all[bits];
    if (known !== undefined) return known;
    const parts = new ChangedParts(bits);
    ChangedParts.#all[bits] = parts;
    return parts;
  }

  /** Is one of them among the others? */
  meets(others: ChangedParts): boolean {
    return (this.bits & others.bits) !== 0;
  }

  /** Are all of them among the others? */
  isWithin(others: ChangedParts): boolean {
    return (this.bits & ~others.bits) === 0;
  }
}
