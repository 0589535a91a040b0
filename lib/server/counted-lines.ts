import type { Clock } from "@/lib/server/clock";

/** Each cause has a line at once, and then one for all that came within each minute. Milliseconds. */
const TOGETHER_MS = 60_000;
/** So many causes have lines of their own at once; all others share one. */
const MOST_CAUSES = 100;
const OTHERS = "";

interface Counted<Line> {
  /** The newest. */
  line: Line;
  count: number;
}

/** Bounds the lines about events that anybody can cause: of one cause no more than a line a minute, with how many events it stands for. */
export class CountedLines<Line> {
  readonly #since = new Map<string, Counted<Line> | null>();
  readonly #cancels = new Set<() => void>();

  /** `write`: writes a line that stands for so many events. */
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

  /** Writes what was counted, and nothing any more: the process ends. */
  end(): void {
    this.stop();
    for (const counted of this.#since.values()) if (counted !== null) this.write(counted.line, counted.count);
    this.#since.clear();
  }

  /** Writes nothing any more. */
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
