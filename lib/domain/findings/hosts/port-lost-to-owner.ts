import type { FindingHost, FindingsWorld } from "@/lib/domain/findings/findings-world";
import { hostObject, takenBy } from "@/lib/domain/findings/host-parts";
import type { Detected, FindingPatch, Rule } from "@/lib/domain/findings/rule";
import type { DefinedPort, Definition } from "@/lib/domain/selection/definitions";
import type { KubernetesService, ServiceEntry } from "@/lib/domain/selection/objects";
import { ownershipOf } from "@/lib/domain/selection/owners";
import { A_CALLER } from "@/lib/domain/selection/world";

/**
 * Two objects of one namespace define one host name, and a port of the second has a name that the first does not have: endpoints are joined by the name of
 * the port, so that the machines of the second are lost there (pilot/pkg/model/sidecar.go canMergeServices, pilot/pkg/xds/endpoints/endpoint_builder.go).
 */
export const portLostToOwner: Rule<"host"> = {
  code: "STL311",
  name: "port-lost-to-owner",
  subject: "host",
  severity: "error",
  needs: ["services", "serviceentries", "workloadentries"],
  detect: (host, world) => host.hosts.flatMap((name) => lostPortsOf(name, host, world)),
};

function lostPortsOf(name: string, host: FindingHost, world: FindingsWorld): readonly Detected[] {
  const { selector } = host;
  const owners = world.hostsDefining(name).filter((one) => one.selector.namespace === selector.namespace);
  if (owners.length < 2 || takenBy(world.countsOf(host)) === 0) return [];
  const selectors = owners.map((one) => one.selector);
  const services = selectors.filter((one): one is KubernetesService => one.kind === "Service");
  const serviceEntries = selectors.filter((one): one is ServiceEntry => one.kind === "ServiceEntry");
  const caller = { ...A_CALLER, namespace: selector.namespace };
  const { winner, claims } = ownershipOf(name, caller, { ...world.selection(), services, serviceEntries });
  const claim = claims.find(({ definition }) => definition.origin.kind === selector.kind && definition.origin.name === selector.name);
  if (winner === null || claim?.outcome !== "adds-endpoints" || claim.lostPorts.length === 0) return [];
  // Such an owner has callers connect where they say: they are sent no list, and no port of it can be lost.
  if (winner.discovery === "ORIGINAL_DST" || winner.discovery === "ALIAS") return [];
  const wanted = claim.lostPorts.map((port) => portOf(winner, port)?.name ?? "");
  const patch = patchFor(selector, winner, claim.lostPorts);
  const evidence = {
    ...{ host: name, owner: `${winner.origin.kind} ${winner.origin.name}`, machines: world.countsOf(host).machines?.taken ?? 0 },
    ...{ lost: claim.lostPorts.map((port) => port.name), numbers: claim.lostPorts.map(({ number }) => String(number)), wanted },
  };
  const others = owners.filter((one) => one.uid !== host.uid).map(hostObject);
  return [{ of: name, objects: [hostObject(host), ...others], evidence, ...(patch === null ? {} : { patch }) }];
}

function portOf({ ports }: Definition, { number }: DefinedPort): DefinedPort | undefined {
  return ports.find((port) => port.number === number);
}

/** The same ports by the names that the owner gives them; none where it has no port of that number. */
function patchFor(selector: FindingHost["selector"], winner: Definition, lost: readonly DefinedPort[]): FindingPatch | null {
  if (selector.kind !== "ServiceEntry" || lost.some((port) => portOf(winner, port) === undefined)) return null;
  const isLost = (port: DefinedPort) => lost.some(({ name }) => name === port.name);
  const ports = selector.ports.map(({ name, number, protocol, target }) => ({
    ...{ name: isLost({ name, number, protocol }) ? (portOf(winner, { name, number, protocol })?.name ?? name) : name, number, protocol },
    ...(target === null ? {} : { targetPort: target }),
  }));
  return { kind: "ServiceEntry", namespace: selector.namespace, name: selector.name, type: "merge", body: { spec: { ports } } };
}
