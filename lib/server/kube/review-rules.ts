import type { KubeClient } from "./client";
import type { Answer } from "./kube-error";
import { at, list, text } from "./parse/json";

/** One rule of an account in a namespace, as the API server lists it; names = it holds for these objects only. */
interface AccessRule {
  readonly verbs: readonly string[];
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly names: readonly string[];
}

/** The rules that hold in one namespace, those of the whole cluster among them. */
export interface AccessRules {
  readonly rules: readonly AccessRule[];
  /** False where some authorizer of the cluster does not list its rules. */
  readonly isComplete: boolean;
}

/**
 * Lists the rules of this client's own credentials in a namespace (SelfSubjectRulesReview). They tell whether rights have changed, and decide
 * nothing: Kubernetes' own description warns of that (https://kubernetes.io/docs/reference/kubernetes-api/authorization-resources/self-subject-rules-review-v1).
 */
export async function reviewRules(client: Pick<KubeClient, "post">, namespace: string): Promise<Answer<AccessRules>> {
  const answer = await client.post("/apis/authorization.k8s.io/v1/selfsubjectrulesreviews", {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SelfSubjectRulesReview",
    spec: { namespace },
  });
  if (!answer.ok) return answer;
  const [rules, incomplete] = [at(answer.value, "status", "resourceRules"), at(answer.value, "status", "incomplete")];
  if (typeof incomplete !== "boolean") return { ok: false, error: { kind: "bad-answer", message: "The rules review has no answer." } };
  return { ok: true, value: { rules: list(rules).map(ruleOf), isComplete: !incomplete } };
}

function ruleOf(rule: unknown): AccessRule {
  const texts = (name: string) => list(at(rule, name)).map(text);
  return { verbs: texts("verbs"), groups: texts("apiGroups"), resources: texts("resources"), names: texts("resourceNames") };
}
