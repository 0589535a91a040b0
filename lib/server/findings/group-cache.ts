import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { isInScope, type Scope } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { byName } from "./in-order";

/** The groups of each namespace as rules read them, listed anew after one of them changed and somebody asks. */
export class GroupCache {
  readonly #byNamespace = new Map<string, readonly WorkloadGroup[]>();

  constructor(
    private readonly fleet: FleetReader,
    private readonly scope: Scope,
    private readonly cluster: string,
  ) {}

  in(namespace: string): readonly WorkloadGroup[] {
    const known = this.#byNamespace.get(namespace);
    if (known !== undefined) return known;
    const isSeen = isInScope(this.scope, this.cluster, "workloadgroups", namespace);
    const groups = isSeen ? Array.from(this.fleet.groupsIn(this.cluster, namespace), ({ object }) => object).filter((object) => object !== null) : [];
    const listed = groups.sort(byName);
    this.#byNamespace.set(namespace, listed);
    return listed;
  }

  forget(namespace: string): void {
    this.#byNamespace.delete(namespace);
  }
}
