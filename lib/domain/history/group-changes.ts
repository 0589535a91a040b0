import type { Probe, WorkloadGroup } from "@/lib/domain/workload-group";
import { changeOf, deletionAsked, type FieldChange, pairChanges } from "./field-changes";

/** What is different in a group, field by field, by the paths a person knows from its YAML. None where only versions, writers or times moved. */
export function groupChanges(before: WorkloadGroup, after: WorkloadGroup): readonly FieldChange[] {
  const [a, b] = [before.template, after.template];
  return [
    ...changeOf("unreadable", before.unreadable, after.unreadable),
    ...changeOf("metadata.annotations[stolos.dev/expected-size]", before.expectedSize, after.expectedSize),
    ...changeOf("metadata.annotations[stolos.dev/planned-leaves]", before.plannedLeaves, after.plannedLeaves),
    ...changeOf("metadata.annotations[stolos.dev/mute-findings]", before.mutedFindings, after.mutedFindings),
    ...changeOf("metadata.labels[istio.io/rev]", before.revision, after.revision),
    ...pairChanges("spec.metadata.labels", before.entryLabels, after.entryLabels),
    ...pairChanges("spec.metadata.annotations", before.entryAnnotations, after.entryAnnotations),
    ...changeOf("spec.template.address", a.address, b.address),
    ...pairChanges("spec.template.ports", a.ports, b.ports),
    ...pairChanges("spec.template.labels", a.labels, b.labels),
    ...changeOf("spec.template.network", a.network, b.network),
    ...changeOf("spec.template.locality", a.locality, b.locality),
    ...changeOf("spec.template.weight", a.weight, b.weight),
    ...changeOf("spec.template.serviceAccount", a.serviceAccount, b.serviceAccount),
    ...probeChanges(before.probe, after.probe),
    ...changeOf("managed-by", before.managedBy, after.managedBy),
    ...deletionAsked(before.deletingAt, after.deletingAt),
  ];
}

const PROBE_NUMBERS = ["initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold"] as const;

function probeChanges(before: Probe | null, after: Probe | null): readonly FieldChange[] {
  if (before === null && after === null) return [];
  if (before === null || after === null) return changeOf("spec.probe", before?.method, after?.method);
  const how = `spec.probe.${after.method}`;
  return [
    ...changeOf("spec.probe", before.method, after.method),
    ...changeOf(`${how}.port`, before.port, after.port),
    ...changeOf(`${how}.path`, before.path, after.path),
    ...changeOf(`${how}.scheme`, before.scheme, after.scheme),
    ...changeOf(`${how}.host`, before.host, after.host),
    ...changeOf(`${how}.command`, before.command.join(" "), after.command.join(" ")),
    ...PROBE_NUMBERS.flatMap((name) => changeOf(`spec.probe.${name}`, before[name], after[name])),
  ];
}
