/** What many keys are counted in. Its version moves with every change, so that what rests on it is evaluated again when it is read. */
export interface Total {
  version: number;
}

/** How a key counts. */
export interface Contribution<T extends Total> {
  /** The totals that a key counts in, by what is true of it now. */
  totalsOf(key: number): readonly T[];
  /** Counts a key in (1) or out (-1), by what is true of it now. */
  add(total: T, key: number, by: 1 | -1): void;
}

/** Totals that follow the keys that are counted in them: a change of one key is taken out as it was and put in as it is; nothing is counted anew. */
export class Totals<T extends Total> {
  constructor(private readonly contribution: Contribution<T>) {}

  /** Before what is true of a key becomes something else. */
  leave(key: number): void {
    for (const total of this.contribution.totalsOf(key)) {
      this.contribution.add(total, key, -1);
      total.version++;
    }
  }

  /** After it has. */
  enter(key: number): void {
    for (const total of this.contribution.totalsOf(key)) {
      this.contribution.add(total, key, 1);
      total.version++;
    }
  }

  /** Something about a key is another that is not counted, but may be asked for beside the totals. */
  touch(key: number): void {
    for (const total of this.contribution.totalsOf(key)) total.version++;
  }
}
