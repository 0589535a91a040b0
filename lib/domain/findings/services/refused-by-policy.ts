import { endpointsOf } from "@/lib/domain/findings/entry-endpoints";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { servicesOfObject } from "@/lib/domain/findings/service-destinations";
import { hostKey, hostObject } from "@/lib/domain/findings/service-parts";
import { passesThrough } from "@/lib/domain/selection/joined-endpoints";
import { isRefused, takenMode } from "@/lib/domain/selection/mutual-tls";
import type { PeerAuthentication } from "@/lib/domain/selection/policies";

/**
 * A PeerAuthentication makes the sidecar of a machine take mutual TLS only, and callers send it plain text, as its entry has no account; or the other way
 * round (pilot/pkg/xds/endpoints/mtls_checker.go, pilot/pkg/networking/core/cluster_tls.go).
 */
export const refusedByPolicy: Rule<"entry"> = {
  code: "STL317",
  name: "refused-by-policy",
  subject: "entry",
  severity: "error",
  needs: ["services", "serviceentries", "mesh-config"],
  needsAll: ["peerauthentications", "destinationrules"],
  betterWith: ["workload-pods"],
  // A Pod without the label turns mTLS off for all endpoints of a port (docs/istio.md#client-tls).
  refutedBy: (entry, world) => (world.hostsTaking(entry).some((host) => servicesOfObject(host, world).some(passesThrough)) ? ["workload-pods"] : []),
  noPatchBecause: "whether the machine has a sidecar, and which account that runs as, only its owner knows",
  detect: (entry, world) => {
    const selection = world.selection();
    const { rootNamespace } = selection.mesh;
    const isRefusing = selection.authentications.some((one) => (one.namespace === entry.namespace || one.namespace === rootNamespace) && refuses(one));
    if (!isRefusing) return [];
    return world.hostsTaking(entry).flatMap((host) => {
      const refused = endpointsOf(entry, host, world).flatMap(({ machine, port, ends, tls }) => {
        const [spoken, takes] = [tls.sends, takenMode(machine, ends, selection)];
        return isRefused(spoken, takes) ? [{ port, spoken, takes, because: tls.because }] : [];
      });
      const [first] = refused;
      if (first === undefined) return [];
      const ports = [...new Set(refused.map(({ port }) => String(port)))];
      const evidence = {
        ...{ host: hostKey(host), hosts: host.hosts, ports, sends: first.spoken, takes: first.takes },
        ...{ because: first.because, account: entry.serviceAccount },
      };
      return [{ of: hostKey(host), objects: [findingObject("WorkloadEntry", entry), hostObject(host)], evidence }];
    });
  },
};

/** Does it say anything by which a sidecar refuses somebody? */
function refuses({ mode, ports }: PeerAuthentication): boolean {
  return [mode, ...ports.map(([, ofPort]) => ofPort)].some((one) => one === "STRICT" || one === "DISABLE");
}
