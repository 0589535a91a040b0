import type { Clock } from "@/lib/server/clock";

/** The first event of a cause is written at once. Later ones are summarized in one line per this time. Milliseconds. */
const TOGETHER_MS = 60_000;
/** Most causes that are counted separately. All further ones share one line. */
const MOST_CAUSES = 100;
const OTHERS = "";

interface Counted<Line> {
  /** The newest. */
  line: Line;
  count: number;
}

/** Limits the log lines for events that anyone can cause: one line per cause and minute, with the number of events. */
export class CountedLines<Line> {
  readonly #since = new Map<string, Counted<Line> | null>();
  readonly #cancels = new Set<() => void>();

  /** `write`: writes one line for `count` events. */
  constructor(
    private readonly clock: Pick<Clock, "setTimer">,
    private readonly write: (line: Line, count: number) => void,
  ) {}

  /** `cause`: the address or viewer that the event comes from. */
  add(cause: string, line: Line): void {
    const key = this.#since.has(cause) || this.#since.size < MOST_CAUSES ? cause : OTHERS;
    const counted = this.#since.get(key);
    if (counted === undefined) {
      this.#wait(key);
      this.write(line, 1);
    } else this.#since.set(key, { line, count: (counted?.count ?? 0) + 1 });
  }

  /** Writes the counted lines, then stops. For the end of the process. */
  end(): void {
    this.stop();
    for (const counted of this.#since.values()) if (counted !== null) this.write(counted.line, counted.count);
    this.#since.clear();
  }

  /** Stops without writing the counted lines. */
  stop(): void {
    for (const cancel of this.#cancels) cancel();
    this.#cancels.clear();
  }

  #wait(key: string): void {
    this.#since.set(key, null);
    const cancel = this.clock.setTimer(() => {
      this.#cancels.delete(cancel);
      const counted = this.#since.get(key) ?? null;
      this.#since.delete(key);
      if (counted === null) return;
      this.#wait(key);
      this.write(counted.line, counted.count);
    }, TOGETHER_MS);
    this.#cancels.add(cancel);
  }
}
