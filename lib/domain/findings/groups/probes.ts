import { findingMergePatch } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import type { Probe } from "@/lib/domain/group/workload-group";
import { valueOfLabel } from "@/lib/domain/object/label-set";
import { HEALTH_CHECKS_ANNOTATION, hasHealthChecks } from "@/lib/domain/verdict/serving";

/**
 * Returns the reason why Istio's webhook rejects a probe; null = the webhook accepts it (pkg/config/validation/validation.go,
 * validateReadinessProbe).
 */
export function probeRefusalReason({ method, command }: Probe): "grpc" | "no-method" | "no-command" | null {
  if (method === "grpc") return "grpc";
  if (method === "none") return "no-method";
  return method === "exec" && command.length === 0 ? "no-command" : null;
}

/**
 * The schema accepts the probe of the group, but Istio's webhook rejects it. The group was written while no webhook answered, and every later edit is rejected
 * (pkg/config/validation/validation.go, validateReadinessProbe).
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
    const why = probe === null ? null : probeRefusalReason(probe);
    if (probe === null || why === null) return [];
    // An application with a gRPC probe also accepts TCP connections on that port.
    const body = why === "grpc" && probe.port !== null ? { grpc: null, tcpSocket: { port: probe.port } } : null;
    const patch = findingMergePatch("WorkloadGroup", group, { spec: { probe: body } });
    return [{ objects: [findingObject("WorkloadGroup", group)], evidence: { why, port: probe.port ?? 0 }, patch }];
  },
};

/**
 * The group turns health checks on for its entries, but has no probe. A machine with a bundle of this group reports nothing, so that istiod does not
 * send it (pilot/pkg/serviceregistry/serviceentry/conversion.go, isHealthy).
 */
export const gateWithoutProbe: Rule<"group"> = {
  code: "STL212",
  name: "gate-without-probe",
  subject: "group",
  severity: "warning",
  needs: ["workloadgroups"],
  isNamespaceLocal: true,
  detect: (group, world) => {
    if (group.probe !== null || !hasHealthChecks(valueOfLabel(group.entryAnnotations, HEALTH_CHECKS_ANNOTATION) ?? null)) return [];
    const patch = findingMergePatch("WorkloadGroup", group, { spec: { metadata: { annotations: { [HEALTH_CHECKS_ANNOTATION]: null } } } });
    return [{ objects: [findingObject("WorkloadGroup", group)], evidence: { machines: world.memberCount(group) }, patch }];
  },
};

/** Rules about the probe of a group and its annotation for health checks. */
export const GROUP_PROBE_RULES: readonly Rule<"group">[] = [probeRefused, gateWithoutProbe];
