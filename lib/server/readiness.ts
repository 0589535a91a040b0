import type { HistoryRecordingStatus, WireFreshness } from "@/lib/contract/status";
import { areCredentialsRefused } from "@/lib/domain/verdict/freshness";
import type { Clock } from "./clock";

/** The start waits this long for the first answer of a cluster. Milliseconds. */
const FIRST_ANSWER_MS = 10_000;

interface ReadinessParts {
  /** Returns the configured clusters. */
  readonly clusters: () => readonly string[];
  readonly clock: Pick<Clock, "setTimer">;
  /** Returns the number of configured clusters that cannot be used. */
  readonly problems: () => number;
  readonly history: () => HistoryRecordingStatus;
  /** Returns why the sign-in provider cannot be used; null = it can. */
  readonly providerProblem: () => string | null;
  /** Returns the number of viewers whose permissions could not be checked for ten seconds. */
  readonly uncheckedViewers: () => number;
}

type FreshnessKind = WireFreshness["kind"] | "unauthorized";

/**
 * Whether the process takes requests. It does once each cluster has answered, refused or had its time, and then until the process stops: an outage of a cluster,
 * a provider or a database makes pages incomplete, but a restart would not mend it.
 */
export class Readiness {
  readonly #parts: ReadinessParts;
  readonly #awaited: Set<string>;
  readonly #kinds = new Map<string, FreshnessKind>();
  readonly #cancel: () => void;
  #isStopping = false;

  constructor(parts: ReadinessParts) {
    this.#parts = parts;
    this.#awaited = new Set(parts.clusters());
    this.#cancel = parts.clock.setTimer(() => this.#awaited.clear(), FIRST_ANSWER_MS);
  }

  /** Takes the status of a cluster. */
  status({ cluster, freshness }: { readonly cluster: string; readonly freshness: Pick<WireFreshness, "kind" | "failure"> }): void {
    this.#kinds.set(cluster, areCredentialsRefused(freshness) ? "unauthorized" : freshness.kind);
    if (freshness.kind !== "starting") this.#awaited.delete(cluster);
  }

  /** The cluster is not configured any more. */
  removed(cluster: string): void {
    this.#kinds.delete(cluster);
    this.#awaited.delete(cluster);
  }

  /** From now on the process is not ready, for good. */
  stop(): void {
    this.#isStopping = true;
    this.#cancel();
  }

  get state(): "starting" | "ready" | "stopping" {
    if (this.#isStopping) return "stopping";
    return this.#awaited.size === 0 ? "ready" : "starting";
  }

  /**
   * Returns what is missing, a sentence per line. Anyone can read it, so that it contains neither the names nor the number of clusters, and no reasons. The log
   * and the pages contain both.
   */
  missing(): readonly string[] {
    const { clusters, problems, history, providerProblem, uncheckedViewers } = this.#parts;
    const has = (...kinds: readonly FreshnessKind[]) => [...this.#kinds.values()].some((kind) => kinds.includes(kind));
    const lines: readonly (readonly [boolean, string])[] = [
      [clusters().length === 0, "no cluster is configured: see the log"],
      [clusters().length > 0 && problems() > 0, "a context of the kubeconfig cannot be used: see the log"],
      [has("starting", "catching-up"), "a cluster has not sent all its objects yet"],
      [has("stale"), "a cluster is not reached"],
      [has("denied"), "a cluster denies a permission that Stolos needs"],
      [has("unauthorized"), "a cluster does not accept the credentials of Stolos"],
      [history().kind === "paused", "the history is paused"],
      [history().kind === "starting" && history().reason === "", "the history has not started yet"],
      [history().kind === "starting" && history().reason !== "", "the history cannot be opened: see the log"],
      [providerProblem() !== null, "the sign-in provider cannot be used: see the log"],
      [uncheckedViewers() > 0, "the permissions of some viewers could not be checked for ten seconds: their pages stand still"],
    ];
    return lines.flatMap(([applies, line]) => (applies ? [line] : []));
  }
}
