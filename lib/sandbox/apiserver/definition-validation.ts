import { isRecord, type KubeObject } from "./kube-object";
import type { StatusCause } from "./status-errors";

const field = "spec.versions";

/** What is wrong with a CustomResourceDefinition: its name, its scope, its versions, and a scope that is changed. */
export function definitionCauses({ metadata, spec }: KubeObject, before: KubeObject | null): StatusCause[] {
  if (!isRecord(spec)) return [];
  const { group, names, scope, versions } = spec;
  const plural = isRecord(names) ? String(names.plural) : "";
  const wanted = `${plural}.${String(group)}`;
  const all = (Array.isArray(versions) ? versions : []).filter(isRecord);
  const isKnownScope = scope === "Namespaced" || scope === "Cluster";
  const oldScope = isRecord(before?.spec) ? before.spec.scope : scope;
  return [
    ...(metadata.name === wanted ? [] : [invalid("metadata.name", metadata.name, 'must be spec.names.plural+"."+spec.group')]),
    ...(isKnownScope ? [] : [unsupportedScope(scope)]),
    ...(oldScope === scope ? [] : [invalid("spec.scope", scope, "field is immutable")]),
    ...storageCauses(all),
    ...all.flatMap((version, index) => schemaCauses(version, index)),
  ];
}

function storageCauses(versions: ReadonlyArray<Record<string, unknown>>): StatusCause[] {
  const storage = versions.filter((version) => version.storage === true);
  if (storage.length === 1) return [];
  const last = String(storage.at(-1)?.name);
  return [
    invalid(field, versions.map(internalVersion), "must have exactly one version marked as storage version"),
    ...(storage.length === 0 ? [invalid("status.storedVersions", null, "must have at least one stored version")] : []),
    ...(storage.length > 1 ? [invalid("status.storedVersions", [storage[0]?.name], `must have the storage version ${last}`)] : []),
  ];
}

/** A version as the server's own structure writes it where versions share their schema, which then stands above them. */
function internalVersion({ name, served, storage }: Record<string, unknown>): Record<string, unknown> {
  const rest = { Deprecated: false, DeprecationWarning: null, Schema: null, Subresources: null, AdditionalPrinterColumns: null, SelectableFields: null };
  return { Name: name, Served: served, Storage: storage, ...rest };
}

function schemaCauses({ schema }: Record<string, unknown>, index: number): StatusCause[] {
  if (isRecord(schema) && isRecord(schema.openAPIV3Schema)) return [];
  return [{ reason: "FieldValueRequired", message: "Required value", field: `${field}[${index}].schema.openAPIV3Schema` }];
}

function unsupportedScope(scope: unknown): StatusCause {
  const message = `Unsupported value: ${JSON.stringify(scope)}: supported values: "Cluster", "Namespaced"`;
  return { reason: "FieldValueNotSupported", message, field: "spec.scope" };
}

function invalid(place: string, value: unknown, rule: string): StatusCause {
  return { reason: "FieldValueInvalid", message: `Invalid value: ${JSON.stringify(value)}: ${rule}`, field: place };
}
