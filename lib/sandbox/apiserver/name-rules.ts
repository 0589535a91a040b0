import type { ObjectMeta } from "./kube-object";
import type { ResourceType } from "./resource-type";
import type { StatusCause } from "./status-errors";

const labelValue = /^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$/;
const labelKey = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/;
const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const longestPart = 63;
const longestName = 253;

const labelValueRule =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
  "(e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const labelKeyRule =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character " +
  "(e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const subdomainRule =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character " +
  "(e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const labelRule =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character " +
  "(e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

/** What is wrong with a label's value, rule by rule. */
export function labelValueProblems(value: string): string[] {
  return [...(Buffer.byteLength(value) > longestPart ? [tooLong(longestPart)] : []), ...(labelValue.test(value) ? [] : [labelValueRule])];
}

/** What is wrong with a label's key, or with anything else that is named so: `name` or `domain/name`. */
export function qualifiedNameProblems(key: string): string[] {
  const parts = key.split("/");
  if (parts.length > 2) return [`a valid label key ${labelKeyRule} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  const name = parts.at(-1) ?? "";
  const prefix = parts.length === 2 ? parts[0] : undefined;
  return [
    ...(prefix === undefined ? [] : prefixProblems(prefix)),
    ...(name === "" ? ["name part must be non-empty"] : Buffer.byteLength(name) > longestPart ? [`name part ${tooLong(longestPart)}`] : []),
    ...(labelKey.test(name) ? [] : [`name part ${labelKeyRule}`]),
  ];
}

function prefixProblems(prefix: string): string[] {
  if (prefix === "") return ["prefix part must be non-empty"];
  return [
    ...(prefix.length > longestName ? [`prefix part must be no more than ${longestName} characters`] : []),
    ...(subdomain.test(prefix) ? [] : [`prefix part ${subdomainRule}`]),
  ];
}

function tooLong(bytes: number): string {
  return `must be no more than ${bytes} bytes`;
}

/** What is wrong with the name of a new object and with what it was generated from. */
export function nameCauses({ name, generateName = "" }: ObjectMeta, type: ResourceType): StatusCause[] {
  const generated = generateName.replace(/-$/, "a");
  const generatedCauses = generateName === "" ? [] : nameProblems(generated, type).map((rule) => invalidText("metadata.generateName", generateName, rule));
  if (name === "")
    return [...generatedCauses, { reason: "FieldValueRequired", message: "Required value: name or generateName is required", field: "metadata.name" }];
  return [...generatedCauses, ...nameProblems(name, type).map((rule) => invalidText("metadata.name", name, rule))];
}

function nameProblems(name: string, type: ResourceType): string[] {
  if (type.group === "rbac.authorization.k8s.io") return /[/%]/.test(name) || name === "." || name === ".." ? ["may not contain '/' or '%'"] : [];
  const isShort = type.plural === "namespaces" || type.plural === "services";
  const limit = isShort ? longestPart : longestName;
  const rule = isShort ? (subdomain.test(name) ? "must not contain dots" : labelRule) : subdomainRule;
  return [...(name.length > limit ? [`must be no more than ${limit} characters`] : []), ...((isShort ? label : subdomain).test(name) ? [] : [rule])];
}

/** The cause of a text that breaks a rule. */
export function invalidText(field: string, value: string, rule: string): StatusCause {
  return { reason: "FieldValueInvalid", message: `Invalid value: ${JSON.stringify(value)}: ${rule}`, field };
}
