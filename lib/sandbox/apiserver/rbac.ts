import type { User } from "./authn";
import { isRecord, type KubeObject, textsOf } from "./kube-object";
import type { Storage } from "./storage";

export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly nonResourceURLs: readonly string[];
}

/** What someone wants to do: with objects, or with a path that is no resource. */
export type Attributes =
  | {
      readonly kind: "resource";
      readonly verb: string;
      readonly group: string;
      readonly resource: string;
      readonly subresource: string;
      readonly namespace: string;
      readonly name: string;
    }
  | { readonly kind: "path"; readonly verb: string; readonly path: string };

export interface Decision {
  readonly allowed: boolean;
  readonly reason: string;
}

const rbacGroup = "rbac.authorization.k8s.io";
const denied: Decision = { allowed: false, reason: "" };

/** Decides by the Role and Binding objects in the storage. `system:masters` may do everything. */
export function authorize(storage: Storage, user: User, wanted: Attributes): Decision {
  if (user.groups.includes("system:masters")) return { allowed: true, reason: "" };
  for (const grant of grantsOf(storage, user, wanted.kind === "resource" ? wanted.namespace : "")) {
    if (grant.rules.some((rule) => covers(rule, wanted))) return { allowed: true, reason: grant.reason };
  }
  return denied;
}

/** The rules that bind this user in the namespace, cluster-wide ones included. */
export function rulesOf(storage: Storage, user: User, namespace: string): PolicyRule[] {
  return [...grantsOf(storage, user, namespace)].flatMap((grant) => grant.rules);
}

interface Grant {
  readonly rules: readonly PolicyRule[];
  readonly reason: string;
}

function* grantsOf(storage: Storage, user: User, namespace: string): Generator<Grant> {
  for (const { object } of storage.collection(`${rbacGroup}/clusterrolebindings`).list("")) {
    const subject = subjectFor(object, user);
    if (subject !== null) yield grantOf(storage, object, "ClusterRoleBinding", `"${object.metadata.name}"`, subject);
  }
  if (namespace === "") return;
  for (const { object } of storage.collection(`${rbacGroup}/rolebindings`).list(namespace)) {
    const subject = subjectFor(object, user);
    if (subject !== null) yield grantOf(storage, object, "RoleBinding", `"${object.metadata.name}/${namespace}"`, subject);
  }
}

function grantOf(storage: Storage, binding: KubeObject, kind: string, shown: string, subject: string): Grant {
  const reference = isRecord(binding.roleRef) ? binding.roleRef : {};
  const name = String(reference.name ?? "");
  const isCluster = reference.kind === "ClusterRole";
  const role = isCluster
    ? storage.collection(`${rbacGroup}/clusterroles`).get(name)
    : storage.collection(`${rbacGroup}/roles`).get(`${binding.metadata.namespace ?? ""}/${name}`);
  const reason = `RBAC: allowed by ${kind} ${shown} of ${isCluster ? "ClusterRole" : "Role"} "${name}" to ${subject}`;
  return { rules: role === undefined ? [] : readRules(role.object), reason };
}

function subjectFor(binding: KubeObject, user: User): string | null {
  const subjects = Array.isArray(binding.subjects) ? binding.subjects.filter(isRecord) : [];
  for (const subject of subjects) {
    const name = String(subject.name ?? "");
    if (subject.kind === "User" && name === user.name) return `User "${name}"`;
    if (subject.kind === "Group" && user.groups.includes(name)) return `Group "${name}"`;
    const namespace = String(subject.namespace ?? "");
    if (subject.kind === "ServiceAccount" && user.name === `system:serviceaccount:${namespace}:${name}`) return `ServiceAccount "${name}/${namespace}"`;
  }
  return null;
}

const rulesOfRole = new WeakMap<KubeObject, readonly PolicyRule[]>();

function readRules(role: KubeObject): readonly PolicyRule[] {
  const known = rulesOfRole.get(role);
  if (known !== undefined) return known;
  const rules = (Array.isArray(role.rules) ? role.rules : []).filter(isRecord).map((rule) => ({
    verbs: textsOf(rule.verbs),
    apiGroups: textsOf(rule.apiGroups),
    resources: textsOf(rule.resources),
    resourceNames: textsOf(rule.resourceNames),
    nonResourceURLs: textsOf(rule.nonResourceURLs),
  }));
  rulesOfRole.set(role, rules);
  return rules;
}

function covers(rule: PolicyRule, wanted: Attributes): boolean {
  if (!hasOrAll(rule.verbs, wanted.verb)) return false;
  if (wanted.kind === "path") return rule.nonResourceURLs.some((pattern) => coversPath(pattern, wanted.path));
  const resource = wanted.subresource === "" ? wanted.resource : `${wanted.resource}/${wanted.subresource}`;
  return (
    hasOrAll(rule.apiGroups, wanted.group) &&
    (hasOrAll(rule.resources, resource) || (wanted.subresource !== "" && rule.resources.includes(`*/${wanted.subresource}`))) &&
    (rule.resourceNames.length === 0 || rule.resourceNames.includes(wanted.name))
  );
}

function coversPath(pattern: string, path: string): boolean {
  return pattern === path || (pattern.endsWith("*") && path.startsWith(pattern.slice(0, -1)));
}

function hasOrAll(list: readonly string[], value: string): boolean {
  return list.includes(value) || list.includes("*");
}
