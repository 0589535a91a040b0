import { oidcProvider } from "@/lib/server/access/oidc-provider";
import type { Clock } from "@/lib/server/clock";
import type { Config } from "@/lib/server/config";
import { Refusal } from "@/lib/server/http/problem";
import type { CheckedPart } from "./checked-part";

/** Checks the sign-in: the key of sessions, and whether the OpenID provider answers. */
export async function checkSignIn({ signIn, publicUrl }: Config, clock: Clock): Promise<readonly CheckedPart[]> {
  const part = "sign-in";
  const kind: CheckedPart = { part, level: "fine", text: publicUrl === null ? signIn.kind : `${signIn.kind} at ${publicUrl.origin}`, fix: "" };
  if (signIn.kind !== "token" && signIn.kind !== "oidc") return [kind];
  const key: CheckedPart =
    signIn.secret === null
      ? { part: "session key", level: "reduced", text: "not set: a restart ends all sessions", fix: "Set STOLOS_SESSION_KEY (openssl rand -base64 32)." }
      : { part: "session key", level: "fine", text: "set", fix: "" };
  if (signIn.kind === "token") return [kind, key];
  const { provider, publicUrl: own } = signIn;
  const asked = oidcProvider(provider, { redirectUri: `${own.origin}/api/sign-in/callback`, clock, clusterSkewMs: () => null });
  try {
    await asked.begin();
    return [kind, key, { part: "provider", level: "fine", text: `${provider.issuer} answers`, fix: "" }];
  } catch (error) {
    const reason = error instanceof Refusal ? `${error.title}: ${error.message}` : error instanceof Error ? error.message : String(error);
    return [kind, key, { part: "provider", level: "reduced", text: `${provider.issuer}: ${reason}`, fix: "" }];
  }
}
