import { hostObject } from "@/lib/domain/findings/host-parts";
import type { Rule } from "@/lib/domain/findings/rule";

/**
 * A ServiceEntry is MESH_EXTERNAL, which is also what an unset location means, and takes machines with a service account: callers send plain text, and the
 * machines' identity is not asked for (pilot/pkg/networking/core/cluster_tls.go buildUpstreamTLSSettings).
 */
export const externalWithAccounts: Rule<"host"> = {
  code: "STL309",
  name: "external-with-accounts",
  subject: "host",
  severity: "warning",
  needs: ["workloadentries"],
  detect: (host, world) => {
    const { selector } = host;
    if (selector.kind !== "ServiceEntry" || !selector.isExternal || selector.selector === null) return [];
    const machines = world.mutualMachinesOf(host);
    if (machines === 0) return [];
    const { namespace, name } = selector;
    const patch = { kind: "ServiceEntry", namespace, name, type: "merge", body: { spec: { location: "MESH_INTERNAL" } } } as const;
    return [{ objects: [hostObject(host)], evidence: { hosts: host.hosts, machines }, patch }];
  },
};
