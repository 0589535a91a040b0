import type { Config } from "@/lib/server/config";
import { log } from "@/lib/server/log";

/** The placeholder of lib/deployment/deployment.yaml: nobody has these addresses (RFC 5737). */
const PLACEHOLDER = "192.0.2.0/24";

/**
 * Warns in the log, as the server starts, where people sign in by an address beyond this machine and no proxy is trusted to say who asks: everybody who has
 * not signed in yet counts as one address then, so that one who asks for too much keeps the others from signing in.
 */
export function warnOfUnnamedProxy({ signIn, publicUrl, trustedProxies }: Pick<Config, "signIn" | "publicUrl" | "trustedProxies">): void {
  const doPeopleSignIn = signIn.kind !== "local" && signIn.kind !== "kiosk";
  if (!doPeopleSignIn || publicUrl === null || publicUrl.isLoopback || trustedProxies.some((range) => range !== PLACEHOLDER)) return;
  log("warn", "all who have not signed in yet count as one address", {
    detail: `Name the proxy in front of ${publicUrl.origin} in STOLOS_TRUSTED_PROXIES: requests are counted by the address that it was asked from.`,
  });
}
