import type { MeshService } from "@/lib/domain/selection/objects";
import { type NaiveWorld, namesOf, objectOf, settingsOf } from "./facts";

const isOfRevision = (host: MeshService, world: NaiveWorld) => {
  const revision = objectOf(host.labels)["istio.io/rev"];
  return host.kind === "Service" || revision === undefined || revision === settingsOf(world).revision;
};

export const owners = (name: string, world: NaiveWorld) => world.hosts.filter((host) => namesOf(host).includes(name) && isOfRevision(host, world)).sort(byAge);

function byAge(a: MeshService, b: MeshService): number {
  const rank = (host: MeshService) => [String(host.createdAt ?? 0).padStart(20, "0"), host.kind === "Service" ? host.name : "", host.namespace].join(" ");
  return rank(a) < rank(b) ? -1 : 1;
}

/** 2 = by name, 1 = as everybody, 0 = not at all. */
export function shownTo(host: MeshService, namespace: string): 0 | 1 | 2 {
  if (host.exportTo.length === 0 || host.exportTo.includes("*")) return 1;
  return host.exportTo.some((one) => (one === "." ? host.namespace : one) === namespace) ? 2 : 0;
}

/** The namespace whose endpoints a caller gets; undefined = it does not know the host. */
export function winner(name: string, caller: string, world: NaiveWorld): MeshService | undefined {
  return firstOwner(name, caller, world, ({ namespace }) => namespace === caller);
}

/** The same for a gateway in this namespace. Gateways do not prefer their own namespace (docs/istio.md#owners). */
export const winnerAtGateway = (name: string, gateway: string, world: NaiveWorld): MeshService | undefined => firstOwner(name, gateway, world, () => false);

function firstOwner(name: string, caller: string, world: NaiveWorld, isPreferred: (host: MeshService) => boolean): MeshService | undefined {
  const known = owners(name, world).filter((host) => shownTo(host, caller) > 0);
  const ranked = [...known.filter((host) => shownTo(host, caller) === 2), ...known.filter((host) => shownTo(host, caller) === 1)];
  const first = ranked.find(isPreferred) ?? ranked.find(({ kind }) => kind === "Service") ?? ranked[0];
  const ours = ranked.filter(({ namespace }) => namespace === first?.namespace);
  return ours.find(({ kind }) => kind === "Service") ?? ours[0];
}

/** The ports of a host as a namespace's own callers have them: the owner's, and those of objects that are like it in all but ports. */
export function portsOf(name: string, owner: MeshService, caller: string, world: NaiveWorld): MeshService["ports"][number][] {
  const all = [...owner.ports];
  const text = (host: MeshService) =>
    JSON.stringify([host.kind === "Service" ? "" : host.resolution, host.labels, host.selector ?? [], [...host.exportTo].sort()]);
  if (owner.kind === "Service") return all;
  const others = owners(name, world).filter((host) => host.namespace === owner.namespace && host !== owner && shownTo(host, caller) > 0);
  for (const other of others) {
    if (text(other) !== text(owner)) continue;
    for (const port of other.ports) if (!all.some(({ number }) => number === port.number)) all.push(port);
  }
  return all;
}
