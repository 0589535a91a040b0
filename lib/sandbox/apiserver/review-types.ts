import type { ResourceType } from "./resource-type";

/** Kinds that are asked and never stored. */
export const reviewTypes: readonly ResourceType[] = [
  review("authentication.k8s.io", "SelfSubjectReview"),
  review("authentication.k8s.io", "TokenReview"),
  { ...review("authorization.k8s.io", "LocalSubjectAccessReview"), namespaced: true },
  review("authorization.k8s.io", "SelfSubjectAccessReview"),
  review("authorization.k8s.io", "SelfSubjectRulesReview"),
  review("authorization.k8s.io", "SubjectAccessReview"),
];

function review(group: string, kind: string): ResourceType {
  const singular = kind.toLowerCase();
  return {
    internalName: group.split(".")[0] ?? "",
    ...{ id: `${group}/${singular}s`, group, versions: ["v1"], storageVersion: "v1", kind, listKind: "", plural: `${singular}s`, singular },
    ...{
      shortNames: [],
      categories: [],
      namespaced: false,
      custom: false,
      verbs: ["create"],
      subresources: [],
      counted: false,
      columns: [],
      schemas: new Map(),
    },
  };
}
