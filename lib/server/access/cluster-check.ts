import type { Clock } from "@/lib/server/clock";
import type { WritingClient } from "@/lib/server/kube/client";
import type { ReviewTimes } from "./review-times";
import type { Told } from "./told";

/** A cluster that the credentials are sent to, with the client that acts by them. */
export interface ViewerCluster {
  readonly cluster: string;
  readonly client: WritingClient;
  /** Asks whether what may be seen still may. Never rejects. */
  ask(): Promise<Told>;
  /** Looks for what else may be seen; null = nothing new to tell. Never rejects. */
  askForMore(): Promise<Told | null>;
}

/**
 * How one cluster stands to a viewer's credentials: `known` by a decision that is fresh, `held` where what was known is too old and could not be asked
 * since, `rejected` where the last word was that they are not good there, `failed` where there was no word yet, `unasked` where nobody has asked.
 */
export type Standing = "known" | "rejected" | "held" | "failed" | "unasked";

type Decision = Exclude<Told, { kind: "failed" }>;

/** What one cluster says of one viewer's credentials, and how old that is. A check that fails takes nothing back: the decision grows old. */
export class ClusterCheck {
  #decision: Decision | null = null;
  #decidedAt = Number.NEGATIVE_INFINITY;
  #triedAt = Number.NEGATIVE_INFINITY;
  #hasFailed = false;
  #isDueNow = false;
  #deniedAt = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | null = null;

  constructor(
    readonly of: ViewerCluster,
    private readonly parts: { readonly clock: Pick<Clock, "monotonic">; readonly times: ReviewTimes; readonly changed: () => void },
  ) {}

  /** The last decision, however old. */
  get decision(): Decision | null {
    return this.#decision;
  }

  /** When the last decision was asked for, by the monotonic clock. */
  get decidedAt(): number {
    return this.#decidedAt;
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  get standing(): Standing {
    if (this.#decision === null) return this.#hasFailed ? "failed" : "unasked";
    const isFresh = this.#ageMs < this.parts.times.mostAgeMs;
    if (this.#decision.kind === "known") return isFresh ? "known" : "held";
    return isFresh || this.#hasFailed ? "rejected" : "unasked";
  }

  get isDue(): boolean {
    return this.#checking === null && this.dueInMs <= 0;
  }

  /** How long until it is to be asked again; milliseconds. */
  get dueInMs(): number {
    if (this.#isDueNow) return 0;
    const { renewMs, failedMs } = this.parts.times;
    const dueAt = this.#hasFailed ? this.#triedAt + failedMs : this.#decidedAt + renewMs;
    return dueAt - this.parts.clock.monotonic();
  }

  /** How long until the decision is too old, where it is not yet; milliseconds. */
  get tooOldInMs(): number {
    const left = this.parts.times.mostAgeMs - this.#ageMs;
    return left > 0 ? left : Number.POSITIVE_INFINITY;
  }

  /** What is asked has changed: it is asked again at once, and what is known counts until then. */
  askSoon(): void {
    this.#isDueNow = true;
  }

  /**
   * Something was forbidden: it is asked again at once whether what may be seen still may. Not more often than decisions are renewed, so that whoever asks for
   * what is never allowed costs the API server no more than twice the questions.
   */
  askAfterDenial(): void {
    const now = this.parts.clock.monotonic();
    if (now - this.#deniedAt < this.parts.times.renewMs) return;
    this.#deniedAt = now;
    this.askSoon();
  }

  /** Asks, once for all who wait. */
  check(): Promise<void> {
    this.#checking ??= this.#ask().finally(() => {
      this.#checking = null;
      this.parts.changed();
    });
    return this.#checking;
  }

  get #ageMs(): number {
    return this.parts.clock.monotonic() - this.#decidedAt;
  }

  async #ask(): Promise<void> {
    const askedAt = this.parts.clock.monotonic();
    this.#isDueNow = false;
    const told = await this.of.ask();
    this.#triedAt = this.parts.clock.monotonic();
    if (told.kind === "failed") {
      this.#hasFailed = true;
      return;
    }
    // From the question on: an answer is no younger than that. While it waits for its turn, nothing has been asked.
    [this.#hasFailed, this.#decision] = [false, told];
    this.#decidedAt = told.kind === "known" ? (told.askedAt ?? askedAt) : askedAt;
    if (told.kind === "known") void this.#askForMore();
  }

  async #askForMore(): Promise<void> {
    const told = await this.of.askForMore();
    if (told?.kind !== "known" || this.#decision?.kind !== "known") return;
    this.#decision = told;
    this.parts.changed();
  }
}
