import { mergePatch } from "@/lib/domain/findings/patch";
import { refusedProbe } from "@/lib/domain/findings/refused-probe";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";

/**
 * The group's probe is one that the schema takes and Istio's webhook refuses: it was written while no webhook answered, and every edit of the group is
 * refused from now on (pkg/config/validation/validation.go, validateReadinessProbe).
 */
export const probeRefused: Rule<"group"> = {
  code: "STL210",
  name: "probe-refused",
  subject: "group",
  severity: "error",
  needs: ["workloadgroups"],
  detect: (group) => {
    const { probe } = group;
    const why = probe === null ? null : refusedProbe(probe);
    if (probe === null || why === null) return [];
    // The application behind a gRPC probe at least accepts connections.
    const body = why === "grpc" && probe.port !== null ? { grpc: null, tcpSocket: { port: probe.port } } : null;
    const patch = mergePatch("WorkloadGroup", group, { spec: { probe: body } });
    return [{ objects: [findingObject("WorkloadGroup", group)], evidence: { why, port: probe.port ?? 0 }, patch }];
  },
};
