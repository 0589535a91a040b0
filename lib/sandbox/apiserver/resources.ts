import { isRecord, type KubeObject, textOf, textsOf } from "./kube-object";
import type { ResourceType } from "./resource-type";
import { readSchema } from "./schema";

const builtinVerbs = ["create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"];
const customVerbs = ["delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"];

/** The kinds that every cluster has, as far as this server knows them. */
export function builtinTypes(): ResourceType[] {
  return [
    builtin("", "v1", "Namespace", { namespaced: false, shortNames: ["ns"], subresources: ["finalize", "status"] }),
    builtin("", "v1", "ServiceAccount", { shortNames: ["sa"], subresources: ["token"] }),
    builtin("", "v1", "Service", { shortNames: ["svc"], categories: ["all"], subresources: ["status"] }),
    builtin("", "v1", "Pod", { shortNames: ["po"], categories: ["all"], subresources: ["status"], counted: true }),
    builtin("", "v1", "Node", { namespaced: false, shortNames: ["no"], subresources: ["status"] }),
    builtin("", "v1", "ConfigMap", { shortNames: ["cm"] }),
    builtin("", "v1", "Event", { shortNames: ["ev"] }),
    // The one kind whose name is a plural already.
    { ...builtin("", "v1", "Endpoints", { shortNames: ["ep"] }), id: "/endpoints", plural: "endpoints", singular: "endpoints" },
    builtin("discovery.k8s.io", "v1", "EndpointSlice", {}),
    builtin("apps", "v1", "Deployment", { shortNames: ["deploy"], categories: ["all"], subresources: ["status"], counted: true }),
    builtin("coordination.k8s.io", "v1", "Lease", {}),
    builtin("rbac.authorization.k8s.io", "v1", "ClusterRoleBinding", { namespaced: false }),
    builtin("rbac.authorization.k8s.io", "v1", "ClusterRole", { namespaced: false }),
    builtin("rbac.authorization.k8s.io", "v1", "RoleBinding", {}),
    builtin("rbac.authorization.k8s.io", "v1", "Role", {}),
    builtin("apiextensions.k8s.io", "v1", "CustomResourceDefinition", {
      namespaced: false,
      shortNames: ["crd", "crds"],
      categories: ["api-extensions"],
      subresources: ["status"],
      counted: true,
    }),
  ];
}

type BuiltinOptions = Partial<Pick<ResourceType, "namespaced" | "shortNames" | "categories" | "subresources" | "counted">>;

function builtin(group: string, version: string, kind: string, options: BuiltinOptions): ResourceType {
  const singular = kind.toLowerCase();
  const plural = `${singular}s`;
  return {
    id: `${group}/${plural}`,
    group,
    versions: [version],
    storageVersion: version,
    kind,
    listKind: `${kind}List`,
    plural,
    singular,
    shortNames: options.shortNames ?? [],
    categories: options.categories ?? [],
    namespaced: options.namespaced ?? true,
    custom: false,
    verbs: builtinVerbs,
    subresources: options.subresources ?? [],
    counted: options.counted ?? false,
    columns: [],
    schemas: new Map(),
  };
}

/** Reads a CustomResourceDefinition object. Null when it names no group, no plural or no served version. */
export function customType(definition: KubeObject): ResourceType | null {
  const spec = definition.spec;
  if (!isRecord(spec) || !isRecord(spec.names) || typeof spec.group !== "string") return null;
  const names = spec.names;
  const group = spec.group;
  const versions = (Array.isArray(spec.versions) ? spec.versions : []).filter(isRecord);
  const served = versions.filter((version) => version.served === true);
  const { plural, kind } = names;
  if (typeof plural !== "string" || typeof kind !== "string" || served.length === 0) return null;
  const storage = versions.find((version) => version.storage === true) ?? served[0];
  return {
    id: `${group}/${plural}`,
    group,
    versions: served.map(versionName).sort(byVersionPriority),
    storageVersion: versionName(storage ?? {}),
    kind,
    listKind: textOf(names.listKind, `${kind}List`),
    plural,
    singular: textOf(names.singular, kind.toLowerCase()),
    shortNames: textsOf(names.shortNames),
    categories: textsOf(names.categories),
    namespaced: spec.scope !== "Cluster",
    custom: true,
    verbs: customVerbs,
    subresources: served.some((version) => isRecord(version.subresources) && "status" in version.subresources) ? ["status"] : [],
    counted: true,
    columns: columnsOf(served[0] ?? {}),
    schemas: new Map(served.flatMap(schemaOf)),
  };
}

function schemaOf(version: Record<string, unknown>): Array<[string, ReturnType<typeof readSchema>]> {
  const source = isRecord(version.schema) ? version.schema.openAPIV3Schema : null;
  return isRecord(source) ? [[versionName(version), readSchema(source)]] : [];
}

function columnsOf(version: Record<string, unknown>): ResourceType["columns"] {
  const columns = version.additionalPrinterColumns;
  return (Array.isArray(columns) ? columns : []).filter(isRecord).map((column) => ({
    name: textOf(column.name),
    type: columnType(column.type),
    description: textOf(column.description),
    priority: typeof column.priority === "number" ? column.priority : 0,
    jsonPath: textOf(column.jsonPath),
  }));
}

function columnType(type: unknown): ResourceType["columns"][number]["type"] {
  return type === "integer" || type === "date" || type === "boolean" || type === "number" ? type : "string";
}

function versionName(version: Record<string, unknown>): string {
  return textOf(version.name, "v1");
}

/** GA before beta before alpha, higher numbers first, as `kubectl` prefers them. */
function byVersionPriority(left: string, right: string): number {
  return rank(right) - rank(left);
}

function rank(version: string): number {
  const match = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version);
  if (match === null) return -1;
  const stage = match[2] === undefined ? 2 : match[2] === "beta" ? 1 : 0;
  return stage * 1e6 + Number(match[1]) * 1e3 + Number(match[3] ?? 0);
}
