import type { SessionRenewal } from "@/lib/contract/answers/session";
import type { RenewalOutcome } from "./renew";

/** What renewing needs of its page. */
export interface RenewingParts {
  renew(): Promise<RenewalOutcome>;
  /** Told how the sign-in stands, each time that is known. */
  told(renewal: SessionRenewal): void;
  setTimer(call: () => void, ms: number): () => void;
  /** From 0 to 1. */
  random(): number;
}

/** Several pages of a browser are due at once; whoever comes later than the first has nothing to do. Milliseconds. */
const SPREAD_MS = 3_000;
/** What could not be told is asked again after this. Milliseconds. */
const AGAIN_MS = 10_000;
/** A timer does not outlive a sleep of the machine well: it is looked at once an hour. Milliseconds. */
const MOST_MS = 3_600_000;

/** Renews the sign-in of a page as long as it is open: at once, and whenever it is due. `now` asks at once, too. */
export function keepRenewing({ renew, told, setTimer, random }: RenewingParts): { now(): void; stop(): void } {
  let cancel: () => void = () => undefined;
  let isStopped = false;
  let isAsking = false;
  const wait = (ms: number) => {
    cancel();
    cancel = setTimer(() => void now(), Math.min(ms, MOST_MS));
  };
  const now = async () => {
    if (isAsking || isStopped) return;
    isAsking = true;
    const outcome = await renew();
    isAsking = false;
    if (isStopped) return;
    if (outcome.kind === "later") wait(AGAIN_MS);
    if (outcome.kind !== "here") return;
    told(outcome.renewal);
    if (outcome.renewal.nextMs !== null) wait(outcome.renewal.nextMs + random() * SPREAD_MS);
  };
  void now();
  return {
    now: () => void now(),
    stop: () => {
      isStopped = true;
      cancel();
    },
  };
}
