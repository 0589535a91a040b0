import type { ClusterStartProblem } from "@/lib/contract/status";
import type { Problem } from "./kube/problem";
import { log } from "./log";

/** What a person has to know about the configuration of the clusters, and can mend. */
export class Problems {
  readonly #ofClusters = new Map<string, ClusterStartProblem>();

  /** `atStart`: what keeps contexts from being watched at all. `changed` hears of every other change. */
  constructor(
    private readonly atStart: readonly Problem[],
    private readonly changed: () => void,
  ) {
    for (const { context, title, detail, fix } of atStart) log("error", title, { ...(context !== null && { context }), detail, fix });
  }

  all(): readonly ClusterStartProblem[] {
    return [...this.atStart.map(told), ...this.#ofClusters.values()];
  }

  /** What a cluster's files say now cannot be used; null = it can, again. */
  turned(cluster: string, problem: Problem | null): void {
    if (problem === null) this.#ofClusters.delete(cluster);
    else this.#ofClusters.set(cluster, told(problem));
    log(problem === null ? "info" : "warn", problem?.title ?? "the files of the context are used as they are now", { cluster, detail: problem?.detail ?? "" });
    this.changed();
  }
}

function told({ context, title, detail, fix, code, names, setting }: Problem): ClusterStartProblem {
  const facts = { ...(code && { code }), ...(names && { names: [...names] }), ...(setting && { setting }) };
  return { context, title, detail, fix, ...facts };
}
