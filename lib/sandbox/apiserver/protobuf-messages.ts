/** How a field of a message is read. `map` is a map of strings. */
export interface MessageField {
  readonly name: string;
  readonly kind: "string" | "boolean" | "integer" | "map" | Message;
  readonly isRepeated: boolean;
}

/** Fields by number. */
export type Message = ReadonlyMap<number, MessageField>;

const ownerReference = message({ 1: "kind", 3: "name", 4: "uid", 5: "apiVersion", 6: ["controller", "boolean"], 7: ["blockOwnerDeletion", "boolean"] });
const metadata = message({
  1: "name",
  2: "generateName",
  3: "namespace",
  5: "uid",
  6: "resourceVersion",
  11: ["labels", "map"],
  12: ["annotations", "map"],
  13: ["ownerReferences", ownerReference, true],
  14: ["finalizers", "string", true],
});
const resourceAttributes = message({ 1: "namespace", 2: "verb", 3: "group", 4: "version", 5: "resource", 6: "subresource", 7: "name" });
const accessSpec = message({
  1: ["resourceAttributes", resourceAttributes],
  2: ["nonResourceAttributes", message({ 1: "path", 2: "verb" })],
  3: "user",
  4: ["groups", "string", true],
});
const selfAccessSpec = message({ 1: ["resourceAttributes", resourceAttributes], 2: ["nonResourceAttributes", message({ 1: "path", 2: "verb" })] });
const tokenSpec = message({
  1: ["audiences", "string", true],
  3: ["boundObjectRef", message({ 1: "kind", 2: "apiVersion", 3: "name", 4: "uid" })],
  4: ["expirationSeconds", "integer"],
});
const rule = message({
  1: ["verbs", "string", true],
  2: ["apiGroups", "string", true],
  3: ["resources", "string", true],
  4: ["resourceNames", "string", true],
  5: ["nonResourceURLs", "string", true],
});
const role = withMetadata({ 2: ["rules", rule, true] });
const binding = withMetadata({
  2: ["subjects", message({ 1: "kind", 2: "apiGroup", 3: "name", 4: "namespace" }), true],
  3: ["roleRef", message({ 1: "apiGroup", 2: "kind", 3: "name" })],
});

/** The kinds that kubectl sends as protobuf and this server reads; others are refused with 415. */
export const messagesByKind: ReadonlyMap<string, Message> = new Map([
  ["Namespace", withMetadata({})],
  ["ServiceAccount", withMetadata({ 4: ["automountServiceAccountToken", "boolean"] })],
  ["ConfigMap", withMetadata({ 2: ["data", "map"], 4: ["immutable", "boolean"] })],
  ["Role", role],
  ["ClusterRole", role],
  ["RoleBinding", binding],
  ["ClusterRoleBinding", binding],
  ["TokenRequest", withMetadata({ 2: ["spec", tokenSpec] })],
  ["SelfSubjectReview", withMetadata({})],
  ["SelfSubjectAccessReview", withMetadata({ 2: ["spec", selfAccessSpec] })],
  ["SubjectAccessReview", withMetadata({ 2: ["spec", accessSpec] })],
  ["SelfSubjectRulesReview", withMetadata({ 2: ["spec", message({ 1: "namespace" })] })],
  [
    "DeleteOptions",
    message({
      1: ["gracePeriodSeconds", "integer"],
      2: ["preconditions", message({ 1: "uid", 2: "resourceVersion" })],
      4: "propagationPolicy",
      5: ["dryRun", "string", true],
    }),
  ],
]);

type FieldSpec = string | readonly [name: string, kind: MessageField["kind"], isRepeated?: true];

function withMetadata(fields: Record<number, FieldSpec>): Message {
  return message({ 1: ["metadata", metadata], ...fields });
}

function message(fields: Record<number, FieldSpec>): Message {
  return new Map(
    Object.entries(fields).map(([number, spec]) => {
      const [name, kind, isRepeated] = typeof spec === "string" ? [spec, "string" as const, undefined] : spec;
      return [Number(number), { name, kind, isRepeated: isRepeated === true }];
    }),
  );
}
