import type { UnseenReason } from "@/lib/domain/history/unseen-reason";
import { type State, type StateWord, type Verdict, wordOfState } from "./verdict";

/** What a source that is not live says of it: in words, and as a code where there is one. */
interface Unproven {
  readonly asOf: number | null;
  readonly reason: string;
  readonly why?: UnseenReason;
  /** The kind of error, where nothing of the cluster can be read. */
  readonly failure?: string;
}

/** A source that verifies connections and that is not visible. `namespace` "*" = all. */
export interface NotVerified {
  readonly source: string;
  readonly namespace: string;
}

/** How fresh a source is. `asOf` is the last moment at which the data was proven current, in milliseconds; null = never. */
export type Freshness =
  | {
      readonly kind: "live";
      readonly asOf: number;
      /** A source that is not visible, so that no connection of a machine can be verified: "istiod-pods", and its namespace; absent = all are visible. */
      readonly notVerified?: NotVerified;
    }
  | ({ readonly kind: "starting" } & Unproven)
  | ({ readonly kind: "catching-up" } & Unproven)
  | ({
      readonly kind: "stale";
      /** Set where the page has lost Stolos itself: then nothing is known about the API server; or where it could not be checked what the viewer may see. */
      readonly lost?: "stolos" | "check";
    } & Unproven)
  | ({ readonly kind: "denied" } & Unproven)
  | ({ readonly kind: "absent" } & Unproven);

/** How fresh what a page shows is: as its sources are, or as it was at a moment of the past, `asOf`. */
export type PageFreshness = Freshness | { readonly kind: "past"; readonly asOf: number; readonly reason: string };

/** The source without which connections cannot be verified; null = all are visible, or the page is not live. */
export function hiddenVerifyingSource(freshness: PageFreshness): NotVerified | null {
  return freshness.kind === "live" ? (freshness.notVerified ?? null) : null;
}

export type Tone = "good" | "idle" | "warn" | "bad" | "blind";

/** What a page may say of a verdict: its state, whether it was true in the past only, and a tone. */
export interface ShownVerdict {
  readonly state: State;
  readonly past: boolean;
  readonly tone: Tone;
}

const TONES = {
  healthy: "good",
  unchecked: "idle",
  reconnecting: "warn",
  unhealthy: "bad",
  lost: "bad",
  unverified: "blind",
  draining: "idle",
  starting: "idle",
} as const satisfies Record<StateWord, Tone>;

/**
 * The law "never Healthy when not live": a verdict is shown in the present tense, and in green, only while its source is live and the sources that verify
 * connections are visible.
 */
export function shownVerdict(verdict: Pick<Verdict, "state" | "vouched">, freshness: PageFreshness): ShownVerdict {
  const past = freshness.kind !== "live";
  const own = TONES[wordOfState(verdict.state)];
  if (own !== "good") return { state: verdict.state, past, tone: own };
  if (freshness.kind !== "live") return { state: verdict.state, past, tone: "idle" };
  const isVerified = verdict.vouched && freshness.notVerified === undefined;
  return { state: verdict.state, past, tone: isVerified ? "good" : "blind" };
}
