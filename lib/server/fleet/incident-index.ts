import type { Incident, IncidentMember, LostService } from "@/lib/domain/incidents/incident";
import type { ServiceId } from "@/lib/domain/incidents/observation";

/** A machine of an incident. `machine`: its id there, CLUSTER/UID. */
interface Membership {
  readonly incident: string;
  readonly machine: string;
}

type Place = Pick<ServiceId, "cluster" | "namespace" | "name">;

/** The keys of incidents by machine, group and service. A change of an incident costs the members that it adds or removes. */
export class IncidentIndex {
  readonly #byEntry = new Map<string, readonly Membership[]>();
  readonly #byGroup = new Map<string, Map<string, number>>();
  readonly #byService = new Map<string, Map<string, number>>();

  /** Replaces an incident; undefined = it was not there before, or is removed. */
  replace(before: Incident | undefined, after: Incident | undefined): void {
    const [members, nextMembers] = [before?.members ?? [], after?.members ?? []];
    const sameMembers = sameStart(members, nextMembers, ({ machine }) => machine.id);
    for (const member of members.slice(sameMembers)) this.#removeMember(before?.key ?? "", member);
    for (const member of nextMembers.slice(sameMembers)) this.#addMember(after?.key ?? "", member);
    const [services, nextServices] = [before?.services ?? [], after?.services ?? []];
    const sameServices = sameStart(services, nextServices, ({ service }) => service);
    for (const { service } of services.slice(sameServices)) count(this.#byService, serviceKey(service), before?.key ?? "", -1);
    for (const { service } of nextServices.slice(sameServices)) count(this.#byService, serviceKey(service), after?.key ?? "", 1);
  }

  /** Returns the incidents of the machines that had the name of an entry, the newest machine last. */
  ofEntry(entry: Place): readonly Membership[] {
    return this.#byEntry.get(placeKey(entry)) ?? [];
  }

  /** Returns the incidents with machines of a group. Name "" = the machines of a namespace that belong to no group. */
  ofGroup(group: Place): readonly string[] {
    return [...(this.#byGroup.get(placeKey(group))?.keys() ?? [])];
  }

  /** Returns the incidents in which a service lost its last endpoint, by any of its host names. */
  ofService(service: Place & Pick<ServiceId, "kind">): readonly string[] {
    return [...(this.#byService.get(serviceKey(service))?.keys() ?? [])];
  }

  #addMember(incident: string, { machine }: IncidentMember): void {
    const key = placeKey(machine);
    this.#byEntry.set(key, [...(this.#byEntry.get(key) ?? []), { incident, machine: machine.id }]);
    count(this.#byGroup, placeKey({ ...machine, name: machine.group }), incident, 1);
  }

  #removeMember(incident: string, { machine }: IncidentMember): void {
    const key = placeKey(machine);
    const left = this.ofEntry(machine).filter((one) => one.incident !== incident || one.machine !== machine.id);
    if (left.length === 0) this.#byEntry.delete(key);
    else this.#byEntry.set(key, left);
    count(this.#byGroup, placeKey({ ...machine, name: machine.group }), incident, -1);
  }
}

function placeKey({ cluster, namespace, name }: Place): string {
  return `${cluster}\n${namespace}\n${name}`;
}

function serviceKey(service: Place & Pick<LostService["service"], "kind">): string {
  return `${service.kind}\n${placeKey(service)}`;
}

/** Members are added at the end, so that the start of both lists is mostly the same. */
function sameStart<Item>(before: readonly Item[], after: readonly Item[], id: (item: Item) => unknown): number {
  let same = 0;
  for (const item of before) {
    const next = after[same];
    if (next === undefined || id(item) !== id(next)) break;
    same++;
  }
  return same;
}

function count(index: Map<string, Map<string, number>>, key: string, incident: string, by: 1 | -1): void {
  const counts = index.get(key) ?? new Map<string, number>();
  const next = (counts.get(incident) ?? 0) + by;
  if (next > 0) counts.set(incident, next);
  else counts.delete(incident);
  if (counts.size > 0) index.set(key, counts);
  else index.delete(key);
}
