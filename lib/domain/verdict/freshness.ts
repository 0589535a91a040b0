import type { NotObservedReason } from "@/lib/domain/history/not-observed-reason";
import { type State, type StateWord, type Verdict, wordOfState } from "./verdict";

/** The reason why a source is not live: as a text, and as a code if there is one. */
interface Unproven {
  readonly asOf: number | null;
  readonly reason: string;
  readonly why?: NotObservedReason;
  /** The kind of error, if no data of the cluster can be read. */
  readonly failure?: string;
}

/** The kind of error if no configured cluster can be used, so that none was asked for a permission. */
export const NO_CLUSTER = "no-cluster";

/** A source that verifies connections and is not visible. `namespace`: "*" = all namespaces. */
export interface HiddenVerifyingSource {
  readonly source: string;
  readonly namespace: string;
}

/** The freshness of a source. `asOf`: the last time at which the data was known to be current, in milliseconds. Null = never. */
export type Freshness =
  | {
      readonly kind: "live";
      readonly asOf: number;
      /** The source that is not visible, so that no connection can be verified, and its namespace. Absent = all sources are visible. */
      readonly notVerified?: HiddenVerifyingSource;
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

/** The freshness of a page: that of its sources, or the time in the past that the page shows (`asOf`). */
export type PageFreshness = Freshness | { readonly kind: "past"; readonly asOf: number; readonly reason: string };

/** Returns true if no configured cluster can be used. */
export function isWithoutCluster(freshness: PageFreshness): boolean {
  return freshness.kind === "denied" && freshness.failure === NO_CLUSTER;
}

/** Returns true if the API server does not accept the credentials of the server (401), so that no permission is missing. */
export function areCredentialsRefused(freshness: { readonly kind: string; readonly failure?: string | undefined }): boolean {
  return freshness.kind === "denied" && freshness.failure === "unauthorized";
}

/** Returns the source that is not visible, so that connections cannot be verified. Null = all sources are visible, or the page is not live. */
export function hiddenVerifyingSource(freshness: PageFreshness): HiddenVerifyingSource | null {
  return freshness.kind === "live" ? (freshness.notVerified ?? null) : null;
}

/** The tone of a state on a page, which decides its colour. `blind`: the state is not certain. */
export type Tone = "good" | "idle" | "warn" | "bad" | "blind";

/** A verdict in the form in which a page may show it: its state, its tone, and `past` for a state of the past. */
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
 * Returns a verdict in the form in which a page may show it. It is current only while its source is live, and green only if the sources that verify
 * connections are visible, too: "never Healthy when not live".
 */
export function shownVerdict(verdict: Pick<Verdict, "state" | "vouched">, freshness: PageFreshness): ShownVerdict {
  const past = freshness.kind !== "live";
  const own = TONES[wordOfState(verdict.state)];
  if (own !== "good") return { state: verdict.state, past, tone: own };
  if (freshness.kind !== "live") return { state: verdict.state, past, tone: "idle" };
  const isVerified = verdict.vouched && freshness.notVerified === undefined;
  return { state: verdict.state, past, tone: isVerified ? "good" : "blind" };
}
