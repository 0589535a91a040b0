import type { KubeClient } from "./client";
import type { Answer } from "./kube-error";
import { at } from "./parse/json";

/** Asks the cluster whom this client's own credentials stand for (SelfSubjectReview): the user name as the API server has it. */
export async function reviewSubject(client: KubeClient): Promise<Answer<string>> {
  const answer = await client.post("/apis/authentication.k8s.io/v1/selfsubjectreviews", {
    apiVersion: "authentication.k8s.io/v1",
    kind: "SelfSubjectReview",
  });
  if (!answer.ok) return answer;
  const name = at(answer.value, "status", "userInfo", "username");
  if (typeof name === "string" && name !== "") return { ok: true, value: name };
  return { ok: false, error: { kind: "bad-answer", message: "The API server does not say whom the token stands for." } };
}
