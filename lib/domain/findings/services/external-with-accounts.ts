import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { isSameObject, servicesOfObject } from "@/lib/domain/findings/service-destinations";
import { hostObject } from "@/lib/domain/findings/service-parts";
import type { CallerService } from "@/lib/domain/selection/caller-service";
import { policyFor } from "@/lib/domain/selection/destination-rules";
import { clientTls } from "@/lib/domain/selection/mutual-tls";

/**
 * The object that defines a host name for callers makes it MESH_EXTERNAL, which is also what an unset location means, and machines of it have a service account:
 * callers send plain text, and do not check the machines' identity (pilot/pkg/networking/core/cluster_tls.go buildUpstreamTLSSettings). A TLS mode of a
 * DestinationRule goes before it.
 */
export const externalWithAccounts: Rule<"host"> = {
  code: "STL309",
  name: "external-with-accounts",
  subject: "host",
  severity: "warning",
  needs: ["workloadentries", "mesh-config"],
  needsAll: ["destinationrules", "peerauthentications"],
  refutedBy: () => ["services", "serviceentries"],
  detect: (host, world) => {
    const { selector } = host;
    if (selector.kind !== "ServiceEntry" || selector.selector === null) return [];
    const machines = world.mutualMachinesOf(host);
    if (machines === 0) return [];
    const plain = servicesOfObject(host, world).map((service) => ({ service, ports: plainPorts(service) }));
    const found = plain.filter(({ ports }) => ports.length > 0);
    const owners = [...new Set(found.flatMap(({ service }) => service.winner?.origin ?? []))];
    const [owner] = owners;
    if (owner === undefined) return [];
    const patch = { ...findingObject(owner.kind, owner), type: "merge", body: { spec: { location: "MESH_INTERNAL" } } } as const;
    const others = owners.filter((one) => !isSameObject(one, selector)).map((one) => findingObject(one.kind, one));
    const ports = [...new Set(found.flatMap((one) => one.ports))];
    return [{ objects: [hostObject(host), ...others], evidence: { hosts: found.map(({ service }) => service.host), machines, ports }, patch }];
  },
};

/** The ports on which callers send the machines of the object plain text because of the location alone. */
function plainPorts({ winner, ports, world }: CallerService): readonly string[] {
  if (winner?.isExternal !== true) return [];
  const joined = ports.flatMap(({ joins }) => joins);
  const plain = joined.filter(({ definition, rule, port }) => {
    const policy = policyFor(rule, "", port.number);
    const inMesh = clientTls({ ...definition, isExternal: false }, policy, [], world);
    return clientTls(definition, policy, [], world).because === "external" && inMesh.tls === "by-endpoint";
  });
  return plain.map(({ port }) => String(port.number));
}
