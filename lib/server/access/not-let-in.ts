import { Refusal } from "@/lib/server/http/problem";
import type { ClusterCheck } from "./cluster-check";
import { SignInRefusal } from "./sign-in-refusal";

const ASK_AGAIN_SECONDS = 5;

/**
 * Why credentials that no cluster knows now are not let in: 401 where every cluster says that they are not good there, else 503. `rejected`: what the
 * sign-in says of credentials that no cluster takes.
 */
export function notLetIn(checks: readonly Pick<ClusterCheck, "decision" | "standing" | "hasFailed">[], rejected: string): Refusal {
  const isRejected = checks.every(({ standing, hasFailed }) => standing === "rejected" && !hasFailed);
  // What kept the answer away names servers, and whoever asks may be nobody: the log has it.
  const decision = checks.map((check) => check.decision).find((one) => one?.kind === "rejected" && one.why !== undefined);
  const { why = rejected, reason = "not-signed-in" } = decision?.kind === "rejected" ? decision : {};
  if (isRejected) return new SignInRefusal(reason, 401, "Not signed in", why);
  const detail = "Who you are could not be checked: the API server gave no answer. Nothing new is shown until it does.";
  return new Refusal(503, "Could not be checked", detail, undefined, { retryAfterSeconds: ASK_AGAIN_SECONDS, code: "unchecked" });
}
