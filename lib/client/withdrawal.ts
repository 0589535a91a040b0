import type { LiveSurroundings, StreamLoss } from "./live-stream";

/** A sign-in that has expired may be being renewed: only after this it is over. */
const RENEWAL_MS = 3_000;

/**
 * Decides when what a stream told is taken away: at once where it is not for the viewer any more, and where nobody is signed in after the moment that a renewal
 * takes. A viewer who could not be checked, or whom no server answers, loses nothing.
 */
export class Withdrawal {
  #cancel: (() => void) | null = null;

  constructor(
    private readonly setTimer: LiveSurroundings["setTimer"],
    private readonly withdraw: () => void,
  ) {}

  /** The stream is lost, and why. */
  lost(loss: StreamLoss): void {
    if (loss !== "signed out") this.stop();
    if (loss === "not allowed") this.withdraw();
    if (loss === "signed out") this.#cancel ??= this.setTimer(this.withdraw, RENEWAL_MS);
  }

  /** There is a stream again, or none is wanted. */
  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}
