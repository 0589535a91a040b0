/** So many are let through in one round. */
const IN_A_ROUND = 4;

/** Lets work begin in rounds of a few: between two of them the process looks at its timers and at all its sockets, whatever the crowd. */
export class Rounds {
  readonly #waiting: (() => void)[] = [];

  /** Resolves when it is one's turn, in the order of asking. */
  turn(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (this.#waiting.length === 1) setImmediate(() => this.#round());
    });
  }

  #round(): void {
    for (const resolve of this.#waiting.splice(0, IN_A_ROUND)) resolve();
    if (this.#waiting.length > 0) setImmediate(() => this.#round());
  }
}
