import type { KubeClient } from "./client";
import type { Answer } from "./kube-error";
import { at } from "./parse/json";

/** A user as the API server names it. */
export interface ReviewedUser {
  readonly name: string;
  readonly groups: readonly string[];
  /**
   * Equal where the API server makes the very same user of two credentials: everything that it hands to its authorizers, which never see the credentials
   * themselves. The id of the credentials is left out, which it adds for its audit log.
   */
  readonly key: string;
}

/** Kubernetes' name for the id of the credentials among the extra fields of a user. */
const CREDENTIAL_ID = "authentication.kubernetes.io/credential-id";

/** Asks the cluster whom this client's own credentials stand for (SelfSubjectReview). */
export async function reviewUser(client: Pick<KubeClient, "post">): Promise<Answer<ReviewedUser>> {
  const answer = await client.post("/apis/authentication.k8s.io/v1/selfsubjectreviews", {
    apiVersion: "authentication.k8s.io/v1",
    kind: "SelfSubjectReview",
  });
  if (!answer.ok) return answer;
  const name = at(answer.value, "status", "userInfo", "username");
  const told = at(answer.value, "status", "userInfo", "groups");
  const groups = Array.isArray(told) ? told.map(String) : [];
  if (typeof name !== "string" || name === "") {
    return { ok: false, error: { kind: "bad-answer", message: "The API server does not say whom the token stands for." } };
  }
  const key = JSON.stringify([
    name,
    at(answer.value, "status", "userInfo", "uid") ?? "",
    groups.toSorted(),
    extraOf(at(answer.value, "status", "userInfo", "extra")),
  ]);
  return { ok: true, value: { name, groups, key } };
}

function extraOf(extra: unknown): readonly (readonly [string, unknown])[] {
  const fields = typeof extra === "object" && extra !== null ? Object.entries(extra) : [];
  return fields.filter(([name]) => name !== CREDENTIAL_ID).sort(([one], [other]) => (one < other ? -1 : 1));
}
