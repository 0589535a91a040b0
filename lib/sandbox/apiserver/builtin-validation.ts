import { definitionCauses } from "./definition-validation";
import { isEqualJson, isRecord, type KubeObject } from "./kube-object";
import { invalidText } from "./name-rules";
import { definitionsId, type ResourceType } from "./resource-type";
import type { StatusCause } from "./status-errors";

const configKey = /^[-._a-zA-Z0-9]+$/;
const configKeyRule =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', " +
  "regex used for validation is '[-._a-zA-Z0-9]+')";

/** Why a ConfigMap cannot be decoded; null when it can, and for every other kind. */
export function builtinTypeProblem({ data, binaryData }: Record<string, unknown>, type: ResourceType): string | null {
  if (type.id !== "/configmaps") return null;
  const wrong = Object.values(isRecord(data) ? data : {}).find((value) => typeof value !== "string" && value !== null);
  if (wrong !== undefined)
    return `json: cannot unmarshal ${Array.isArray(wrong) ? "array" : typeof wrong === "boolean" ? "bool" : typeof wrong} into Go struct field ConfigMap.data of type string`;
  for (const value of Object.values(isRecord(binaryData) ? binaryData : {})) {
    const illegal = String(value).search(/[^A-Za-z0-9+/=]/);
    if (illegal >= 0) return `illegal base64 data at input byte ${illegal}`;
  }
  return null;
}

/** What is wrong with the fields of a built-in kind, as far as they are checked here: ConfigMaps, the ports of Services, definitions. */
export function builtinCauses(object: KubeObject, before: KubeObject | null, type: ResourceType): StatusCause[] {
  if (type.id === "/configmaps") return [...(before === null ? [] : immutableCauses(object, before)), ...keyCauses(object)];
  if (type.id === "/services") return portCauses(object);
  if (type.plural === "rolebindings" || type.plural === "clusterrolebindings") return roleCauses(object, type.plural === "rolebindings");
  if (type.id === definitionsId) return definitionCauses(object, before);
  return [];
}

function roleCauses({ roleRef }: KubeObject, isOfNamespace: boolean): StatusCause[] {
  const { kind = "", name = "" } = isRecord(roleRef) ? roleRef : {};
  const kinds = isOfNamespace ? ["Role", "ClusterRole"] : ["ClusterRole"];
  const list = kinds.map((known) => JSON.stringify(known)).join(", ");
  const message = `Unsupported value: ${JSON.stringify(kind)}: supported values: ${list}`;
  return [
    ...(kinds.includes(String(kind)) ? [] : [{ reason: "FieldValueNotSupported", message, field: "roleRef.kind" }]),
    ...(name === "" ? [{ reason: "FieldValueRequired", message: "Required value", field: "roleRef.name" }] : []),
  ];
}

function keyCauses({ data, binaryData }: KubeObject): StatusCause[] {
  const binary = isRecord(binaryData) ? binaryData : {};
  return Object.keys(isRecord(data) ? data : {}).flatMap((key) => [
    ...keyProblems(key).map((rule) => invalidText(`data[${key}]`, key, rule)),
    ...(Object.hasOwn(binary, key) ? [invalidText(`data[${key}]`, key, "duplicate of key present in binaryData")] : []),
  ]);
}

function keyProblems(key: string): string[] {
  if (!configKey.test(key)) return [configKeyRule];
  if (key === ".") return ["must not be '.'"];
  if (key === "..") return ["must not be '..'"];
  return key.startsWith("..") ? ["must not start with '..'"] : [];
}

function immutableCauses(after: KubeObject, before: KubeObject): StatusCause[] {
  if (before.immutable !== true) return [];
  const forbidden = (field: string, why: string): StatusCause => ({ reason: "FieldValueForbidden", message: `Forbidden: ${why}`, field });
  return [
    ...(after.immutable === true ? [] : [forbidden("immutable", "field is immutable when `immutable` is set")]),
    ...(["data", "binaryData"] as const).flatMap((field) => {
      return isEqualJson(after[field], before[field]) ? [] : [forbidden(field, "field is immutable when `immutable` is set")];
    }),
  ];
}

function portCauses({ spec }: KubeObject): StatusCause[] {
  const { ports, type, clusterIP } = isRecord(spec) ? spec : {};
  const all = (Array.isArray(ports) ? ports : []).filter(isRecord);
  const field = "spec.ports";
  if (all.length === 0) return type === "ExternalName" || clusterIP === "None" ? [] : [{ reason: "FieldValueRequired", message: "Required value", field }];
  return all.flatMap((port, index) => {
    const place = `${field}[${index}]`;
    const isUnnamed = all.length > 1 && (port.name === undefined || port.name === "");
    return [
      ...(isUnnamed ? [{ reason: "FieldValueRequired", message: "Required value", field: `${place}.name` }] : []),
      ...rangeCauses(`${place}.port`, port.port),
      ...rangeCauses(`${place}.targetPort`, port.targetPort),
    ];
  });
}

function rangeCauses(field: string, port: unknown): StatusCause[] {
  if (typeof port !== "number" || (port >= 1 && port <= 65_535)) return [];
  return [{ reason: "FieldValueInvalid", message: `Invalid value: ${port}: must be between 1 and 65535, inclusive`, field }];
}
