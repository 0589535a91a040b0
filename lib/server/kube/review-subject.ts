import type { KubeClient } from "./client";
import type { Answer } from "./kube-error";
import { at } from "./parse/json";

/** A user as the API server names it. */
export interface ReviewedUser {
  readonly name: string;
  readonly groups: readonly string[];
}

/** Asks the cluster whom this client's own credentials stand for (SelfSubjectReview): the user name as the API server has it. */
export async function reviewSubject(client: Pick<KubeClient, "post">): Promise<Answer<string>> {
  const answer = await reviewUser(client);
  return answer.ok ? { ok: true, value: answer.value.name } : answer;
}

/** The same with the groups. */
export async function reviewUser(client: Pick<KubeClient, "post">): Promise<Answer<ReviewedUser>> {
  const answer = await client.post("/apis/authentication.k8s.io/v1/selfsubjectreviews", {
    apiVersion: "authentication.k8s.io/v1",
    kind: "SelfSubjectReview",
  });
  if (!answer.ok) return answer;
  const name = at(answer.value, "status", "userInfo", "username");
  const groups = at(answer.value, "status", "userInfo", "groups");
  if (typeof name !== "string" || name === "") {
    return { ok: false, error: { kind: "bad-answer", message: "The API server does not say whom the token stands for." } };
  }
  return { ok: true, value: { name, groups: Array.isArray(groups) ? groups.map(String) : [] } };
}
