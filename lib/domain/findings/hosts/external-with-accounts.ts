import type { FindingHost } from "@/lib/domain/findings/findings-world";
import { definitionsBy, hostObject, policiesOf, ruleOf } from "@/lib/domain/findings/host-parts";
import type { Rule } from "@/lib/domain/findings/rule";
import { clientTls } from "@/lib/domain/selection/mutual-tls";
import type { SelectionWorld } from "@/lib/domain/selection/world";

/**
 * A ServiceEntry is MESH_EXTERNAL, which is also what an unset location means, and takes machines with a service account: callers send plain text, and the
 * machines' identity is not asked for (pilot/pkg/networking/core/cluster_tls.go buildUpstreamTLSSettings). A TLS mode of a DestinationRule goes before it.
 */
export const externalWithAccounts: Rule<"host"> = {
  code: "STL309",
  name: "external-with-accounts",
  subject: "host",
  severity: "warning",
  needs: ["workloadentries", "mesh-config"],
  needsAll: ["destinationrules", "peerauthentications"],
  detect: (host, world) => {
    const { selector } = host;
    if (selector.kind !== "ServiceEntry" || !selector.isExternal || selector.selector === null) return [];
    const machines = world.mutualMachinesOf(host);
    if (machines === 0) return [];
    const ports = plainPorts(host, world.selection());
    if (ports.length === 0) return [];
    const { namespace, name } = selector;
    const patch = { kind: "ServiceEntry", namespace, name, type: "merge", body: { spec: { location: "MESH_INTERNAL" } } } as const;
    return [{ objects: [hostObject(host)], evidence: { hosts: host.hosts, machines, ports }, patch }];
  },
};

/** The ports to which callers send plain text because of the location alone. */
function plainPorts(host: FindingHost, selection: SelectionWorld): readonly string[] {
  const ports = definitionsBy(host, selection).flatMap((definition) =>
    policiesOf(definition, ruleOf(definition, selection)).filter(({ policy }) => {
      const inMesh = clientTls({ ...definition, isExternal: false }, policy, [], selection);
      return clientTls(definition, policy, [], selection).because === "external" && inMesh.tls === "by-endpoint";
    }),
  );
  return [...new Set(ports.map(({ port }) => String(port)))];
}
