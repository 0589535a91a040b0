/** An answer that took so long to make is given again for so many times as long: whoever asks all the time costs a tenth of it at most. */
const AGAIN_TIMES = 10;
/** And for so long at the most: whoever looks on wants to see it move. Milliseconds. */
const LONGEST_MS = 30_000;
/** What is made faster than this is made anew each time. Milliseconds. */
const CHEAP_MS = 50;
/** So many questions are remembered. */
const MOST_KEPT = 32;

interface Kept<T> {
  readonly answer: Promise<T>;
  /** Until when it is given again; infinite while it is being made. */
  until: number;
}

/** Answers to questions that cost much, each given to all who ask the same while it is made, and for a while after. `now` = milliseconds of any clock. */
export class EasedAnswers<T> {
  readonly #kept = new Map<string, Kept<T>>();

  constructor(private readonly now: () => number) {}

  ask(question: string, make: () => Promise<T>): Promise<T> {
    const known = this.#kept.get(question);
    if (known !== undefined && this.now() < known.until) return known.answer;
    const began = this.now();
    const fresh: Kept<T> = { answer: make(), until: Number.POSITIVE_INFINITY };
    this.#kept.delete(question);
    this.#kept.set(question, fresh);
    const settle = (isAnswer: boolean) => {
      const tookMs = this.now() - began;
      if (isAnswer && tookMs >= CHEAP_MS) fresh.until = this.now() + Math.min(LONGEST_MS, AGAIN_TIMES * tookMs);
      else if (this.#kept.get(question) === fresh) this.#kept.delete(question);
    };
    fresh.answer.then(
      () => settle(true),
      () => settle(false),
    );
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    return fresh.answer;
  }
}
