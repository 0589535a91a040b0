import { istiodStatusLines } from "@/lib/domain/istiod-status";
import type { Selecting } from "@/lib/domain/selecting";
import { changeOf, type FieldChange, pairChanges } from "./field-changes";
import { selectorChanges } from "./parsed-changes";

/** What is different in a Service or ServiceEntry, field by field. */
export function selectingChanges(before: Selecting, after: Selecting): readonly FieldChange[] {
  const selector = after.kind === "services" ? "spec.selector" : "spec.workloadSelector.labels";
  return [
    ...changeOf("unreadable", before.unreadable, after.unreadable),
    ...changeOf("metadata.annotations[stolos.dev/mute-findings]", before.mutedFindings, after.mutedFindings),
    ...(before.managedBy === undefined ? [] : changeOf("metadata.ownerReferences", before.managedBy, after.managedBy ?? "")),
    ...changeOf("status", reportOf(before), reportOf(after)),
    ...pairChanges(selector, before.selector, after.selector),
    ...changeOf("spec.hosts", before.hosts.join(" "), after.hosts.join(" ")),
    ...pairChanges("spec.ports", before.ports, after.ports),
    ...pairChanges("spec", before.traits, after.traits),
    ...selectorChanges(before.parsed, after.parsed),
  ];
}

function reportOf({ istiodStatus }: Selecting): string {
  return istiodStatusLines(istiodStatus).join("; ");
}
