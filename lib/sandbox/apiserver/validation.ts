import { builtinCauses } from "./builtin-validation";
import type { KubeObject } from "./kube-object";
import { metadataCauses } from "./metadata-validation";
import { groupVersion, type ResourceType } from "./resource-type";
import { duplicateCauses, ruleCauses, schemaCauses } from "./schema-validation";
import type { StatusCause } from "./status-errors";

const unfinished: StatusCause = {
  reason: "FieldValueInvalid",
  message: "Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation",
  field: "<nil>",
};

/** After these the rules of CEL are not evaluated. */
const blocking = new Set(["FieldValueRequired", "FieldValueTooLong", "FieldValueTooMany", "FieldValueNotSupported", "FieldValueTypeInvalid"]);

/** Everything that is wrong with an object about to be written: metadata, then schema, then rules. `before`: what it replaces. */
export function validationCauses(object: KubeObject, before: KubeObject | null, type: ResourceType, version: string): StatusCause[] {
  const schema = type.schemas.get(version);
  const wrongType = before === null ? typeCauses(object, type, null) : [];
  if (wrongType.length > 0) return [...wrongType, ...(schema === undefined ? [] : ruleCauses(schema, fieldsOf(object), "", undefined))];
  const causes = metadataCauses(object, before, type);
  if (schema === undefined) return [...causes, ...builtinCauses(object, before, type)];
  const fields = fieldsOf(object);
  const old = before === null ? undefined : fieldsOf(before);
  causes.push(...schemaCauses(schema, fields, "", old), ...duplicateCauses(schema, fields, ""));
  if (!schema.hasRules) return causes;
  return [...causes, ...(causes.some(({ reason }) => blocking.has(reason)) ? [unfinished] : ruleCauses(schema, fields, "", old))];
}

/** A custom resource of another kind or, where a version is given, of another version than its address. */
export function typeCauses({ apiVersion, kind }: KubeObject, type: ResourceType, version: string | null): StatusCause[] {
  if (!type.custom) return [];
  const expected = version === null ? apiVersion : groupVersion(type.group, version);
  const cause = (field: string, value: string, wanted: string): StatusCause[] =>
    value === wanted ? [] : [{ reason: "FieldValueInvalid", message: `Invalid value: ${JSON.stringify(value)}: must be ${wanted}`, field }];
  return [...cause("kind", kind, type.kind), ...cause("apiVersion", apiVersion, expected)];
}

function fieldsOf({ metadata: _metadata, ...fields }: KubeObject): Record<string, unknown> {
  return fields;
}
