import type { KubeError } from "@/lib/server/kube/kube-error";
import { log } from "@/lib/server/log";
import type { Told } from "./told";

/**
 * Where a cluster does not let the server speak for this user, or answers for somebody else: that nobody is signed in there, and why. Null where it
 * does, and where it could not be asked. `error`: why it gave no answer, if it gave none; `answered`: whom it says that it is asked by.
 */
export function notImpersonated(error: KubeError | null, answered: string, user: string): Extract<Told, { kind: "rejected" }> | null {
  if (error === null && answered === user) return null;
  if (error === null) {
    log("error", "the API server takes an impersonated user for another one", { asked: user, answered });
    return { kind: "rejected", why: "The API server takes you for somebody else. Whoever runs this server finds both names in its log." };
  }
  if (error.kind !== "forbidden") return null;
  // Its message names the server's own account, which is nobody's business outside.
  log("error", "the server's account may not impersonate a user", { user, detail: error.message });
  const why = "The server's account may not impersonate you. Whoever runs this server finds in its log which right is missing.";
  return { kind: "rejected", reason: "may-not-impersonate", why };
}
