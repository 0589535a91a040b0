import { COMMAND_INPUTS } from "@/lib/contract/commands";
import { LONGEST_TOKEN_SECONDS, SHORTEST_TOKEN_SECONDS } from "@/lib/domain/bundle/credentials";
import { declareCommand } from "./command";

/** The audience that istiod asks for: a token without it is for the API server, and a danger on a machine (docs/istio.md#tokens). */
const AUDIENCE = "istio-ca";

/** Makes a token of a service account, with which a machine gets its first certificate. Its answer holds the token, so it has a route of its own. */
export const issueToken = declareCommand(COMMAND_INPUTS["issue-token"], {
  verb: "create",
  kind: "serviceaccounts",
  subresource: "token",
  noun: "service account",
  permission: ["create"],
  // A trial would make a token too.
  dryRun: "never",
  precondition: "none",
  ruled: "token",
  answeredBy: "own-route",
  changedFields: () => ["spec.audiences", "spec.expirationSeconds"],
  bodyOf({ seconds }) {
    if (!Number.isInteger(seconds) || seconds < SHORTEST_TOKEN_SECONDS || seconds > LONGEST_TOKEN_SECONDS) {
      return { ok: false, problem: { field: "seconds", title: "No such life", detail: "A token lives for 600 to 3600 seconds." } };
    }
    const spec = { audiences: [AUDIENCE], expirationSeconds: seconds };
    return { ok: true, body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec } };
  },
});
