import type { KubeClient } from "./client";
import type { Answer } from "./kube-error";
import { at } from "./parse/json";

export interface AccessQuestion {
  readonly verb: "get" | "list" | "watch" | "create" | "update" | "patch" | "delete";
  readonly group: string;
  readonly resource: string;
  /** Missing = the object itself. */
  readonly subresource?: string;
  /** Missing = all objects: rights that were given for some names only do not count then. */
  readonly name?: string;
  /** Null = in all namespaces, or cluster-wide. */
  readonly namespace: string | null;
}

/** Asks the cluster whether this client's own credentials may do something (SelfSubjectAccessReview). */
export async function reviewAccess(client: Pick<KubeClient, "post">, question: AccessQuestion): Promise<Answer<boolean>> {
  const { namespace, ...asked } = question;
  const answer = await client.post("/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SelfSubjectAccessReview",
    spec: { resourceAttributes: { ...asked, ...(namespace === null ? {} : { namespace }) } },
  });
  if (!answer.ok) return answer;
  const allowed = at(answer.value, "status", "allowed");
  if (typeof allowed === "boolean") return { ok: true, value: allowed };
  return { ok: false, error: { kind: "bad-answer", message: "The access review has no answer." } };
}
