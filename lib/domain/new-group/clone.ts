import { editableFields } from "@/lib/domain/edit/editable";
import { isSameValue } from "@/lib/domain/edit/field-changes";
import { PLANNED_LEAVES_ANNOTATION } from "@/lib/domain/entry/planned-leaves";
import { MUTE_ANNOTATION } from "@/lib/domain/findings/object-mute";
import { EXPECTED_SIZE_ANNOTATION } from "@/lib/domain/group/expected-size";
import { MAINTENANCE_ANNOTATION } from "@/lib/domain/incidents/maintenance-annotation";
import { asPairs, asText, asUntypedObject, fieldValue } from "@/lib/domain/preview/values";

/** The labels and annotations of the tool that manages the original group. A copy with them would look as if the tool manages it, too. */
const OWN_MARK =
  /^(?:argocd\.argoproj\.io\/|kustomize\.toolkit\.fluxcd\.io\/|helm\.toolkit\.fluxcd\.io\/|meta\.helm\.sh\/|kubectl\.kubernetes\.io\/last-applied-configuration$)/;

/** The annotations with decisions of users about the original group and its machines, which do not apply to a copy. */
const OF_SOURCE_ALONE: ReadonlySet<string> = new Set([PLANNED_LEAVES_ANNOTATION, MAINTENANCE_ANNOTATION, MUTE_ANNOTATION]);

/** Returns a copy of a stored group: its labels, template and probe under another name, without the labels and annotations of a managing tool. */
export function copyGroup(stored: unknown): Readonly<Record<string, unknown>> {
  const { metadata, ...rest } = editableFields(stored);
  const { name, namespace, labels, annotations } = asUntypedObject(metadata);
  const kept = { ...unmarked("labels", labels), ...unmarked("annotations", annotations) };
  const { apiVersion, kind, ...parts } = rest;
  return { apiVersion, kind, metadata: { name: nameOfClone(asText(name)), namespace, ...kept }, ...parts };
}

/** The values that a copy still has in common with its original, although two groups seldom should. */
export interface UnchangedCloneValues {
  readonly account: string;
  readonly labels: boolean;
  readonly size: boolean;
}

/** Returns the values that a copy, with its edits so far, has in common with its original. */
export function unchangedCloneValues(source: unknown, clone: unknown): UnchangedCloneValues {
  const account = accountOf(clone);
  const size = sizeOf(clone);
  const labels = labelsOf(clone);
  return {
    account: account !== "" && account === accountOf(source) ? account : "",
    labels: asPairs(labels).length > 0 && isSameValue(labels, labelsOf(source)),
    size: size !== undefined && size === sizeOf(source),
  };
}

/** Returns another name: the next number if the name ends in one, otherwise the name with "-2". */
function nameOfClone(name: string): string {
  const numbered = /^(.*?)-(\d{1,3})$/.exec(name);
  if (numbered === null) return `${name.slice(0, 251)}-2`;
  return `${numbered[1]}-${Number(numbered[2]) + 1}`;
}

function unmarked(field: string, pairs: unknown): Readonly<Record<string, unknown>> {
  const kept = asPairs(pairs).filter(([key]) => !OWN_MARK.test(key) && !OF_SOURCE_ALONE.has(key));
  return kept.length === 0 ? {} : { [field]: Object.fromEntries(kept) };
}

function accountOf(group: unknown): string {
  return asText(fieldValue(fieldValue(fieldValue(group, "spec"), "template"), "serviceAccount"));
}

function labelsOf(group: unknown): unknown {
  return fieldValue(fieldValue(fieldValue(group, "spec"), "metadata"), "labels") ?? {};
}

function sizeOf(group: unknown): unknown {
  return fieldValue(fieldValue(fieldValue(group, "metadata"), "annotations"), EXPECTED_SIZE_ANNOTATION);
}
