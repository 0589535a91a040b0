import { hostObject } from "@/lib/domain/findings/host-parts";
import type { Rule } from "@/lib/domain/findings/rule";
import { ISTIO_TLS } from "@/lib/domain/selection/machine";
import { machineOf } from "@/lib/domain/selection/selected-by";

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
    let machines = 0;
    for (const entry of world.machinesOf(host)) if (machineOf({ kind: "entry", entry }, world.mesh.settings).tlsMode === ISTIO_TLS) machines++;
    if (machines === 0) return [];
    const { namespace, name } = selector;
    const patch = { kind: "ServiceEntry", namespace, name, type: "merge", body: { spec: { location: "MESH_INTERNAL" } } } as const;
    return [{ objects: [hostObject(host)], evidence: { hosts: host.hosts, machines }, patch }];
  },
};
