import type { MachineFacts, MachinePopulation, TraitName } from "@/lib/domain/incidents/observation";
import type { FleetGroup, GroupTrait } from "@/lib/server/fleet/fleet-group";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";

interface PopulationParts {
  readonly fleet: Pick<FleetReader, "groups" | "group" | "traits" | "worldOf">;
  /** The lost machines that still count. */
  readonly lost: Iterable<MachineFacts>;
  /** True if the machines of the namespace are counted. */
  readonly counts: (cluster: string, namespace: string) => boolean;
}

const GROUP_TRAITS: Partial<Record<TraitName, GroupTrait>> = { zone: "zone", network: "network", replica: "replica", account: "account", version: "version" };

/** The numbers of machines at one moment, from the counts per group. Costs the groups, not the machines. Create a new one after a change. */
export class FleetPopulation implements MachinePopulation {
  readonly #lost: readonly MachineFacts[];
  readonly #groups = new Map<string, readonly FleetGroup[]>();
  readonly #values = new Map<string, ReadonlyMap<string, number>>();

  constructor(private readonly parts: PopulationParts) {
    this.#lost = [...parts.lost].filter(({ cluster, namespace }) => parts.counts(cluster, namespace));
  }

  size(cluster: string): number {
    return this.#groupsOf(cluster).reduce((sum, { members }) => sum + members.size, this.#lostIn(cluster).length);
  }

  having(cluster: string, trait: TraitName, value: string, namespace: string): number {
    if (trait === "group") return this.#inGroup(cluster, value, namespace);
    return this.#valuesOf(cluster, trait).get(value) ?? 0;
  }

  #inGroup(cluster: string, name: string, namespace: string): number {
    const lost = this.#lostIn(cluster).filter((machine) => machine.group === name && (name === "" || machine.namespace === namespace)).length;
    if (name !== "") return lost + (this.parts.counts(cluster, namespace) ? (this.parts.fleet.group(cluster, namespace, name)?.members.size ?? 0) : 0);
    return this.#groupsOf(cluster).reduce((sum, group) => sum + (group.name === "" ? group.members.size : 0), lost);
  }

  #valuesOf(cluster: string, trait: TraitName): ReadonlyMap<string, number> {
    const key = `${cluster}\n${trait}`;
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const values = new Map<string, number>();
    const add = (value: string, count: number) => values.set(value, (values.get(value) ?? 0) + count);
    for (const { value, count } of this.#counted(cluster, trait)) add(value, count);
    if (trait !== "group" && trait !== "change" && trait !== "probe-error") for (const { traits } of this.#lostIn(cluster)) add(traits[trait] ?? "", 1);
    this.#values.set(key, values);
    return values;
  }

  #counted(cluster: string, trait: TraitName): readonly { readonly value: string; readonly count: number }[] {
    const { fleet } = this.parts;
    if (trait === "revision") return this.#counted(cluster, "replica").map(({ value, count }) => ({ value: revisionOf(fleet, cluster, value), count }));
    const own = GROUP_TRAITS[trait];
    return own === undefined ? [] : this.#groupsOf(cluster).flatMap((group) => fleet.traits(group, own));
  }

  #groupsOf(cluster: string): readonly FleetGroup[] {
    const known =
      this.#groups.get(cluster) ?? this.parts.fleet.groups().filter(({ place }) => place.cluster === cluster && this.parts.counts(cluster, place.namespace));
    this.#groups.set(cluster, known);
    return known;
  }

  #lostIn(cluster: string): readonly MachineFacts[] {
    return this.#lost.filter((machine) => machine.cluster === cluster);
  }
}

/** Returns the revision of an istiod replica; "" = it is not known any more. */
export function revisionOf(fleet: Pick<FleetReader, "worldOf">, cluster: string, replica: string): string {
  const { replicas } = fleet.worldOf(cluster);
  return replicas.kind === "denied" ? "" : (replicas.value.get(replica)?.revision ?? "");
}
