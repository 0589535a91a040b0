import { editableFields } from "@/lib/domain/edit/editable";
import { isSameValue } from "@/lib/domain/edit/field-changes";
import { PLANNED_LEAVES_ANNOTATION } from "@/lib/domain/entry/planned-leaves";
import { MUTE_ANNOTATION } from "@/lib/domain/findings/object-mute";
import { EXPECTED_SIZE_ANNOTATION } from "@/lib/domain/group/expected-size";
import { asFields, asPairs, asText, fieldValue } from "@/lib/domain/preview/values";

/** Marks of what made or keeps the group that is cloned: on another one they would say that it is theirs. */
const OWN_MARK =
  /^(?:argocd\.argoproj\.io\/|kustomize\.toolkit\.fluxcd\.io\/|helm\.toolkit\.fluxcd\.io\/|meta\.helm\.sh\/|kubectl\.kubernetes\.io\/last-applied-configuration$)/;

/** What somebody decided about the group that is cloned, and about its machines: of another group nobody has decided it. */
const OF_SOURCE_ALONE: ReadonlySet<string> = new Set([PLANNED_LEAVES_ANNOTATION, MUTE_ANNOTATION]);

/** A group like one that is there: what its machines are and how they are probed, under another name, and nobody's yet. */
export function copyGroup(stored: unknown): Readonly<Record<string, unknown>> {
  const { metadata, ...rest } = editableFields(stored);
  const { name, namespace, labels, annotations } = asFields(metadata);
  const kept = { ...unmarked("labels", labels), ...unmarked("annotations", annotations) };
  const { apiVersion, kind, ...parts } = rest;
  return { apiVersion, kind, metadata: { name: nameOfClone(asText(name)), namespace, ...kept }, ...parts };
}

/** What a clone still has in common with its source and what two groups seldom should. */
export interface SharedWithOriginal {
  readonly account: string;
  readonly labels: boolean;
  readonly size: boolean;
}

/** Compares a clone, as it is typed, with the group that it was made of. */
export function sharedWithOriginal(source: unknown, clone: unknown): SharedWithOriginal {
  const account = accountOf(clone);
  const size = sizeOf(clone);
  const labels = labelsOf(clone);
  return {
    account: account !== "" && account === accountOf(source) ? account : "",
    labels: asPairs(labels).length > 0 && isSameValue(labels, labelsOf(source)),
    size: size !== undefined && size === sizeOf(source),
  };
}

/** A name that is not that of the source, and the next where that ends in a number. */
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
