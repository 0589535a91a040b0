import type { World } from "@/lib/domain/mesh/world";
import { isInScope, type Scope } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import type { FindingsParts } from "./findings-parts";
import { GroupCache } from "./group-cache";
import type { Noticed } from "./reads";
import { isInhabited } from "./resolve-subject";
import { RuleGates } from "./rule-gates";
import { SelectionCache } from "./selection-cache";
import { worldInSight } from "./sight-of-cluster";
import { UsageIndex } from "./usage-index";
import { noticingWorld } from "./world-reads";

/** What findings of one cluster rest on, for a scope. */
export class ClusterFindings implements FindingsParts {
  readonly usage: UsageIndex;
  readonly selections: SelectionCache;
  readonly groups: GroupCache;
  readonly gates: RuleGates;
  readonly noticed: Noticed = { bits: 0 };
  readonly #inhabited = new Set<string>();
  #world: { readonly of: World; readonly noticing: World } | null = null;

  constructor(
    readonly fleet: FleetReader,
    readonly scope: Scope,
    readonly cluster: string,
  ) {
    this.usage = new UsageIndex(fleet, cluster);
    this.selections = new SelectionCache(fleet, scope, cluster);
    this.groups = new GroupCache(fleet, scope, cluster);
    this.gates = new RuleGates(fleet, scope, cluster);
  }

  /** The namespaces in which there is a machine or a group to see, by name. */
  get namespaces(): readonly string[] {
    return [...this.#inhabited].sort();
  }

  /** What is known beside the entries, as far as it is in sight; what is read of it is noticed. */
  get world(): World {
    const of = worldInSight(this.fleet.worldOf(this.cluster), this.scope);
    if (this.#world?.of !== of) this.#world = { of, noticing: noticingWorld(of, this.noticed) };
    return this.#world.noticing;
  }

  seesEntries(namespace: string): boolean {
    return isInScope(this.scope, this.cluster, "workloadentries", namespace);
  }

  /** Was there a machine or a group to see when this was last looked at? */
  isInhabited(namespace: string): boolean {
    return this.#inhabited.has(namespace);
  }

  /** Looks whether a namespace is still as inhabited as it was; true where it is not. */
  turnsInhabited(namespace: string): boolean {
    const is = isInhabited(this, namespace);
    if (is === this.#inhabited.has(namespace)) return false;
    if (is) this.#inhabited.add(namespace);
    else this.#inhabited.delete(namespace);
    return true;
  }

  /** Is another thing in sight than when this was last asked? */
  hasTurned(): boolean {
    const turned = this.gates.turned();
    if (turned) this.selections.forget();
    return turned;
  }
}
