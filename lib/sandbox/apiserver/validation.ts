import type { KubeObject } from "./kube-object";
import type { ResourceType } from "./resource-type";
import { duplicateCauses, ruleCauses, schemaCauses } from "./schema-validation";
import type { StatusCause } from "./status-errors";

const labelValue = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;
const qualifiedName = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

const labelValueRule =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
  "(e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const qualifiedNameRule =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
  "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const subdomainRule =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character " +
  "(e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const labelRule =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character " +
  "(e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

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
  const causes = metadataCauses(object, type);
  if (schema === undefined) return causes;
  const fields = fieldsOf(object);
  const old = before === null ? undefined : fieldsOf(before);
  causes.push(...schemaCauses(schema, fields, "", old), ...duplicateCauses(schema, fields, ""));
  if (!schema.hasRules) return causes;
  return [...causes, ...(causes.some(({ reason }) => blocking.has(reason)) ? [unfinished] : ruleCauses(schema, fields, "", old))];
}

function fieldsOf({ metadata: _metadata, ...fields }: KubeObject): Record<string, unknown> {
  return fields;
}

/** What is wrong with name, labels and annotations. */
function metadataCauses({ metadata }: KubeObject, type: ResourceType): StatusCause[] {
  return [
    ...nameCauses(metadata.name, type),
    ...Object.values(metadata.labels ?? {}).flatMap(valueCauses),
    ...Object.keys(metadata.labels ?? {}).flatMap((key) => keyCauses("metadata.labels", key)),
    ...Object.keys(metadata.annotations ?? {}).flatMap((key) => keyCauses("metadata.annotations", key)),
  ];
}

function nameCauses(name: string, type: ResourceType): StatusCause[] {
  if (name === "") return [{ reason: "FieldValueRequired", message: "Required value: name or generateName is required", field: "metadata.name" }];
  if (type.group === "rbac.authorization.k8s.io")
    return /[/%]/.test(name) || name === "." || name === ".." ? [invalidName(name, "may not contain '/' or '%'")] : [];
  const isShort = type.plural === "namespaces" || type.plural === "services";
  const limit = isShort ? 63 : 253;
  return [
    ...(name.length > limit ? [invalidName(name, `must be no more than ${limit} characters`)] : []),
    ...((isShort ? label : subdomain).test(name) ? [] : [invalidName(name, isShort ? labelRule : subdomainRule)]),
  ];
}

function invalidName(name: string, rule: string): StatusCause {
  return cause("metadata.name", name, rule);
}

function valueCauses(value: string): StatusCause[] {
  return [
    ...(value.length > 63 ? [cause("metadata.labels", value, "must be no more than 63 characters")] : []),
    ...(labelValue.test(value) ? [] : [cause("metadata.labels", value, labelValueRule)]),
  ];
}

function keyCauses(field: string, key: string): StatusCause[] {
  const slash = key.lastIndexOf("/");
  const prefix = slash < 0 ? null : key.slice(0, slash);
  const name = key.slice(slash + 1);
  return [
    ...(prefix !== null && !subdomain.test(prefix) ? [cause(field, key, `prefix part ${subdomainRule}`)] : []),
    ...(name.length > 63 ? [cause(field, key, "name part must be no more than 63 characters")] : []),
    ...(qualifiedName.test(name) ? [] : [cause(field, key, name === "" ? "name part must be non-empty" : qualifiedNameRule)]),
  ];
}

function cause(field: string, value: string, rule: string): StatusCause {
  return { reason: "FieldValueInvalid", message: `Invalid value: ${JSON.stringify(value)}: ${rule}`, field };
}
