import { DueTimes, type TimedKeys } from "./due-times";
import { KeySet } from "./key-set";

/** What is derived: one value for each key (a small whole number). Its owner keeps the values and evaluates them. */
export interface Derived<Cause> extends TimedKeys {
  /** Evaluates a key by all that is known, as of a moment (milliseconds), and keeps the value; leaves alone a key that is gone. */
  evaluate(key: number, at: number, cause: Cause): void;
  /** The cause where nothing but time has passed. */
  readonly due: Cause;
}

/** A source on which values rest is another one now. Of several changes of one source that wait, the newest counts. */
export interface SourceChange<Cause> {
  readonly source: string;
  /** Makes it count from now on; says whose values may rest on it. */
  take(): Affected<Cause>;
}

/** The keys whose values may be others. They are asked for one by one, while others come and go. */
export interface Affected<Cause> {
  readonly cause: Cause;
  readonly keys: Iterable<number>;
  has(key: number): boolean;
  /** Called once all of them are evaluated. */
  settled(): void;
}

interface Walk<Cause> {
  readonly at: number;
  readonly affected: Affected<Cause>;
  readonly keys: Iterator<number>;
  /** Those that were evaluated, or kept anew, since it began. */
  readonly done: KeySet;
}

/**
 * Brings values up to date after time passed, after one key changed (`affect`), and after a source of many changed (`change`), a slice at a time.
 * Each is evaluated as of the moment at which it ceased to hold, in the order of these moments: late slices tell the same story as early ones.
 * Once settled, every value is what a full recount would give.
 */
export class Evaluations<Cause> {
  readonly #due: DueTimes;
  readonly #affected = new Map<number, { readonly at: number; readonly cause: Cause }>();
  readonly #waiting = new Map<string, SourceChange<Cause>>();
  #walk: Walk<Cause> | null = null;
  #onWork: () => void = () => undefined;

  constructor(private readonly derived: Derived<Cause>) {
    this.#due = new DueTimes(derived);
    this.#due.hook(() => this.#onWork());
  }

  /** Hears whenever there may be something to evaluate sooner than before. */
  hook(onWork: () => void): void {
    this.#onWork = onWork;
  }

  /** When there is something to evaluate: 0 = at once; null = never, unless something changes. */
  get next(): number | null {
    return this.#walk !== null || this.#affected.size > 0 || this.#waiting.size > 0 ? 0 : this.#due.next;
  }

  /** The value of a key was kept. `dueAt`: the moment at which time alone makes it another one (milliseconds); null where that is the same as before, or never. */
  kept(key: number, dueAt: number | null): void {
    this.#walk?.done.add(key);
    if (dueAt !== null) this.#due.push(dueAt, key);
  }

  /** What a key's value rests on is another since a moment. However often that happens before its turn, it is evaluated once. */
  affect(key: number, at: number, cause: Cause): void {
    this.#affected.set(key, { at, cause });
    this.#onWork();
  }

  /** A source is another one now: it counts as soon as all that began before is evaluated, at once where nothing waits. */
  change(change: SourceChange<Cause>, now: number): void {
    this.#waiting.set(change.source, change);
    if (this.#walk === null && this.#isCaughtUp(now)) this.#takeNext(now);
    this.#onWork();
  }

  /**
   * Evaluates what waits, one value after the other for as long as `mayGoOn` says so. True once everything is settled: every value is then what
   * a full recount would give at `now`.
   */
  run(now: number, mayGoOn: () => boolean = always): boolean {
    while (this.#step(now)) if (!mayGoOn()) return this.#walk === null && this.#waiting.size === 0 && this.#isCaughtUp(now);
    return true;
  }

  /**
   * Evaluates what fell due and what was affected by itself, but not what a change of a source began. True once nothing of that is left: readers
   * ask for it before they answer.
   */
  catchUp(now: number, mayGoOn: () => boolean = always): boolean {
    while (this.#stepOne(now)) if (!mayGoOn()) return this.#isCaughtUp(now);
    return true;
  }

  /** Brings one key up to a moment ahead of its turn: what is written to it next is not what made it another. */
  evaluateNow(key: number, now: number): void {
    for (let at = this.derived.dueOf(key); at <= now; at = this.derived.dueOf(key)) {
      this.#fallDue(key, at);
      if (this.derived.dueOf(key) === at) break;
    }
    this.#bring(key, Number.POSITIVE_INFINITY);
  }

  #step(now: number): boolean {
    if (this.#stepOne(now)) return true;
    if (this.#walk === null) return this.#takeNext(now);
    const { done, value: key } = this.#walk.keys.next();
    if (done !== true) this.#bringWalked(this.#walk, key);
    else this.#settle(this.#walk);
    return true;
  }

  #stepOne(now: number): boolean {
    const at = this.#due.passed(now);
    if (at !== null) {
      this.#fallDue(this.#due.take() ?? -1, at);
      return true;
    }
    for (const [key] of this.#affected) {
      this.#bring(key, Number.POSITIVE_INFINITY);
      return true;
    }
    return false;
  }

  #isCaughtUp(now: number): boolean {
    return this.#affected.size === 0 && this.#due.passed(now) === null;
  }

  /** What began before the key fell due comes first; it may have put that off. */
  #fallDue(key: number, at: number): void {
    this.#bring(key, at);
    if (this.derived.dueOf(key) === at) this.derived.evaluate(key, at, this.derived.due);
  }

  /** Evaluates a key for all that began by a moment and has not reached it. */
  #bring(key: number, to: number): void {
    if (this.#walk !== null && this.#walk.at <= to && this.#walk.affected.has(key)) this.#bringWalked(this.#walk, key);
    const affected = this.#affected.size === 0 ? undefined : this.#affected.get(key);
    if (affected === undefined || affected.at > to) return;
    this.#affected.delete(key);
    this.derived.evaluate(key, affected.at, affected.cause);
  }

  #bringWalked({ at, affected, done }: Walk<Cause>, key: number): void {
    if (done.has(key)) return;
    done.add(key);
    this.derived.evaluate(key, at, affected.cause);
  }

  #takeNext(now: number): boolean {
    for (const [source, change] of this.#waiting) {
      this.#waiting.delete(source);
      const affected = change.take();
      this.#walk = { at: now, affected, keys: affected.keys[Symbol.iterator](), done: new KeySet() };
      return true;
    }
    return false;
  }

  #settle({ affected }: Walk<Cause>): void {
    this.#walk = null;
    affected.settled();
  }
}

function always(): boolean {
  return true;
}

/** Lets so many more values be evaluated. */
export function atMost(values: number): () => boolean {
  let left = values;
  return () => --left > 0;
}
