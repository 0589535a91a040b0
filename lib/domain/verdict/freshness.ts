import type { NotObservedReason } from "@/lib/domain/history/unseen-reason";
import { type State, type StateWord, type Verdict, wordOfState } from "./verdict";

/** The reason for which a source is not live: as text, and as a code if one exists. */
interface Unproven {
  readonly asOf: number | null;
  readonly reason: string;
  readonly why?: NotObservedReason;
  /** The kind of error, if nothing of the cluster can be read. */
  readonly failure?: string;
}

/** A source that verifies connections and that is not visible. `namespace` "*" = all. */
export interface NotVerified {
  readonly source: string;
  readonly namespace: string;
}

/** The freshness of a source. `asOf` is the last moment at which the data was proven current, in milliseconds; null = never. */
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
      /**
       * `stolos`: the page lost its connection to Stolos, so the state of the API server is unknown. `check`: the permissions of the viewer could not be
       * checked.
       */
      readonly lost?: "stolos" | "check";
    } & Unproven)
  | ({ readonly kind: "denied" } & Unproven)
  | ({ readonly kind: "absent" } & Unproven);

/** The freshness of a page: that of its sources, or the moment of the past that it shows (`asOf`). */
export type PageFreshness = Freshness | { readonly kind: "past"; readonly asOf: number; readonly reason: string };

/** The source without which connections cannot be verified; null = all are visible, or the page is not live. */
export function hiddenVerifyingSource(freshness: PageFreshness): NotVerified | null {
  return freshness.kind === "live" ? (freshness.notVerified ?? null) : null;
}

/** The tone of a state on a page, which decides its colour. `blind`: not known for sure. */
export type Tone = "good" | "idle" | "warn" | "bad" | "blind";

/** A verdict as a page may show it: its state, its tone, and `past` if it was true only in the past. */
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
 * Returns the verdict as a page may show it: "never Healthy when not live". It is current, and green, only while its source is live. For green, the sources
 * that verify connections are visible, too.
 */
export function shownVerdict(verdict: Pick<Verdict, "state" | "vouched">, freshness: PageFreshness): ShownVerdict {
  const past = freshness.kind !== "live";
  const own = TONES[wordOfState(verdict.state)];
  if (own !== "good") return { state: verdict.state, past, tone: own };
  if (freshness.kind !== "live") return { state: verdict.state, past, tone: "idle" };
  const isVerified = verdict.vouched && freshness.notVerified === undefined;
  return { state: verdict.state, past, tone: isVerified ? "good" : "blind" };
}
