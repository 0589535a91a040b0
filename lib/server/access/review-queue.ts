import type { Clock } from "@/lib/server/clock";
import type { KubeClient } from "@/lib/server/kube/client";
import type { Answer, KubeError } from "@/lib/server/kube/kube-error";
import type { ReviewTimes } from "./review-times";

/** One look at a viewer's rights: its questions stand in line together, and end together where one of them fails. */
export interface Look {
  /** When its answers are needed, by the monotonic clock: whoever needs them first is asked about first. */
  readonly neededBy: number;
  /**
   * `first`: somebody has just come and waits for it. `renewal`: without it what is shown stands still. `more`: it looks for new rights, and waits behind
   * renewals.
   */
  readonly kind: "first" | "renewal" | "more";
  failed: KubeError | null;
  /** When its first question was let through: no answer tells of anything earlier. */
  beganAt?: number;
}

interface Waiting {
  readonly look: Look;
  readonly begin: () => void;
}

/** Where an API server says that it has too much to do, but not for how long. */
const PAUSE_MS = 1_000;
const ENDED: KubeError = { kind: "aborted", message: "The server ends." };
/** Such a share of a second's questions may go out at once. */
const AT_ONCE = 0.1;
/** Of so many questions one looks for new rights, however many renewals wait. */
const ONE_FOR_MORE = 25;

/**
 * The line in which all questions about viewers' rights wait for one API server. It lets through so many a second, those that are needed
 * first before the others: nobody starves, for what waits becomes the most urgent, and of 25 one looks for new rights. Where the server asks for a pause, nothing is asked before its end:
 * every look fails at once, so that nobody waits for an answer that does not come.
 */
export class ReviewQueue {
  readonly #again: Lane;
  readonly #first: Lane;
  #pause: { readonly until: number; readonly error: KubeError } | null = null;
  #cancel: (() => void) | null = null;
  #asked = 0;
  #isFailing = false;
  #isEnded = false;

  constructor(
    private readonly clock: Pick<Clock, "monotonic" | "setTimer">,
    { perSecond, firstPerSecond }: Pick<ReviewTimes, "perSecond" | "firstPerSecond">,
    /** Hears that the API server gives no answers any more, and (null) that it does again. */
    private readonly onTurn: (error: KubeError | null) => void = () => undefined,
  ) {
    const now = clock.monotonic();
    this.#again = new Lane(perSecond, now);
    this.#first = new Lane(firstPerSecond, now);
  }

  /** Questions that were let through so far. */
  get asked(): number {
    return this.#asked;
  }

  /** Questions that wait. */
  get waiting(): number {
    return this.#again.waiting + this.#first.waiting;
  }

  /** Asks nothing any more: whoever waits, or comes, is told so. */
  end(): void {
    this.#isEnded = true;
    this.#pauseUntil(Number.POSITIVE_INFINITY, ENDED);
  }

  /** A client whose questions wait in this line; those of a look that has failed are not asked. */
  client(client: Pick<KubeClient, "post">, look: Look): Pick<KubeClient, "post"> {
    return {
      post: async (path, body) => {
        await this.#turn(look);
        if (look.failed !== null) return { ok: false, error: look.failed };
        this.#asked++;
        look.beganAt ??= this.clock.monotonic();
        return this.#heard(await client.post(path, body), look);
      },
    };
  }

  #heard(answer: Answer<unknown>, look: Look): Answer<unknown> {
    const error = answer.ok || answer.error.kind === "unauthorized" ? null : answer.error;
    if (this.#isFailing !== (error !== null) && !this.#isEnded) this.onTurn(error);
    this.#isFailing = error !== null;
    if (answer.ok) return answer;
    look.failed ??= answer.error;
    const pauseMs = pauseOf(answer.error);
    if (pauseMs === null) return answer;
    this.#pauseUntil(this.clock.monotonic() + pauseMs, answer.error);
    return answer;
  }

  #pauseUntil(until: number, error: KubeError): void {
    this.#pause = { until: Math.max(this.#pause?.until ?? 0, until), error };
    for (const waiting of [...this.#again.empty(), ...this.#first.empty()]) give(waiting, error);
  }

  #turn(look: Look): Promise<void> {
    const lane = look.kind === "first" ? this.#first : this.#again;
    return new Promise((begin) => {
      const { until, error } = this.#pause ?? {};
      if (error !== undefined && until !== undefined && until > this.clock.monotonic()) return give({ look, begin }, error);
      lane.add({ look, begin });
      this.#letThrough();
    });
  }

  #letThrough(): void {
    this.#cancel?.();
    const now = this.clock.monotonic();
    const soonest = Math.min(this.#again.letThrough(now), this.#first.letThrough(now));
    this.#cancel = soonest === Number.POSITIVE_INFINITY ? null : this.clock.setTimer(() => this.#letThrough(), Math.max(1, Math.ceil(soonest)));
  }
}

/** How long the API server asks to be left alone; null = it does not. Milliseconds. */
function pauseOf(error: KubeError): number | null {
  if (error.kind === "too-many-requests") return error.retryAfterMs ?? PAUSE_MS;
  return error.kind === "server-error" ? error.retryAfterMs : null;
}

function give({ look, begin }: Waiting, error: KubeError): void {
  look.failed ??= error;
  begin();
}

class Lane {
  readonly #urgent: Waiting[] = [];
  readonly #more: Waiting[] = [];
  #free: number;
  #filledAt: number;
  /** When the last ones went, as many as a second may have. */
  readonly #went: number[] = [];
  #count = 0;

  constructor(
    private readonly perSecond: number,
    now: number,
  ) {
    this.#filledAt = now;
    this.#free = this.#most;
  }

  get waiting(): number {
    return this.#urgent.length + this.#more.length;
  }

  get #most(): number {
    return Math.max(1, this.perSecond * AT_ONCE);
  }

  /** Behind all that are needed as soon. */
  add(one: Waiting): void {
    const line = one.look.kind === "more" ? this.#more : this.#urgent;
    const at = line.findLastIndex(({ look }) => look.neededBy <= one.look.neededBy);
    line.splice(at + 1, 0, one);
  }

  empty(): readonly Waiting[] {
    return [...this.#urgent.splice(0), ...this.#more.splice(0)];
  }

  /** Lets through as many as may go now; gives how long the next one waits, in milliseconds; infinite where none does. */
  letThrough(now: number): number {
    this.#free = Math.min(this.#most, this.#free + ((now - this.#filledAt) * this.perSecond) / 1_000);
    this.#filledAt = now;
    while (this.waiting > 0) {
      const waitMs = this.#waitMs(now);
      if (waitMs > 0) return waitMs;
      this.#free--;
      this.#went.push(now);
      const isForMore = ++this.#count % ONE_FOR_MORE === 0;
      const next = isForMore ? (this.#more.shift() ?? this.#urgent.shift()) : (this.#urgent.shift() ?? this.#more.shift());
      next?.begin();
    }
    return Number.POSITIVE_INFINITY;
  }

  /** How long until one more may go: at an even pace, a little at once where somebody was late or nobody asked, and in no second more than it may have. */
  #waitMs(now: number): number {
    if (this.#went.length > this.perSecond) this.#went.splice(0, this.#went.length - this.perSecond);
    const [first = now] = this.#went;
    const isFull = this.#went.length >= this.perSecond;
    return Math.max(((1 - this.#free) * 1_000) / this.perSecond, isFull ? first + 1_000 - now : 0);
  }
}
