import { mergePatch } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { HEALTH_GATE, isGateOn } from "@/lib/domain/health-gate";
import { labelOf } from "@/lib/domain/label-set";
import type { Probe } from "@/lib/domain/workload-group";

/** The reason why Istio's webhook refuses a probe, null = it accepts it (pkg/config/validation/validation.go, validateReadinessProbe). */
export function refusedProbe({ method, command }: Probe): "grpc" | "no-method" | "no-command" | null {
  if (method === "grpc") return "grpc";
  if (method === "none") return "no-method";
  return method === "exec" && command.length === 0 ? "no-command" : null;
}

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
  isNamespaceLocal: true,
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

/**
 * The group switches the health gate on for its entries and has no probe: a machine whose bundle is made of it reports nothing, and istiod sends it to
 * nobody (pilot/pkg/serviceregistry/serviceentry/conversion.go, isHealthy).
 */
export const gateWithoutProbe: Rule<"group"> = {
  code: "STL212",
  name: "gate-without-probe",
  subject: "group",
  severity: "warning",
  needs: ["workloadgroups"],
  isNamespaceLocal: true,
  detect: (group, world) => {
    if (group.probe !== null || !isGateOn(labelOf(group.entryAnnotations, HEALTH_GATE) ?? null)) return [];
    const patch = mergePatch("WorkloadGroup", group, { spec: { metadata: { annotations: { [HEALTH_GATE]: null } } } });
    return [{ objects: [findingObject("WorkloadGroup", group)], evidence: { machines: world.memberCount(group) }, patch }];
  },
};

/** Rules about the probe and the health gate of a group. */
export const GROUP_PROBE_RULES: readonly Rule<"group">[] = [probeRefused, gateWithoutProbe];
