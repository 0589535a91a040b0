import type { ClusterStartProblem } from "@/lib/contract/status";
import type { Problem } from "./kube/problem";
import { log } from "./log";

/** What a person has to know about the configuration of the clusters, and can mend. */
export class Problems {
  readonly #ofClusters = new Map<string, ClusterStartProblem>();
  #configured: readonly Problem[] = [];

  /** `configured`: the problems of the kubeconfigs. `changed`: called after each change of a problem of one cluster. */
  constructor(
    configured: readonly Problem[],
    private readonly changed: () => void,
  ) {
    this.configured(configured);
  }

  all(): readonly ClusterStartProblem[] {
    return [...this.#configured.map(told), ...this.#ofClusters.values()];
  }

  /** Takes the present problems of the files that name clusters. Logs those that are new. */
  configured(problems: readonly Problem[]): void {
    const known = new Set(this.#configured.map((one) => JSON.stringify(one)));
    this.#configured = problems;
    for (const one of problems.filter((each) => !known.has(JSON.stringify(each)))) {
      const { context, title, detail, fix } = one;
      log("error", title, { ...(context !== null && { context }), detail, fix });
    }
  }

  /** The cluster is not configured any more. */
  removed(cluster: string): void {
    this.#ofClusters.delete(cluster);
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
