import { isIPv6 } from "node:net";
import { isLoopbackHost } from "@/lib/server/http/inbound-headers";
import type { PublicUrl } from "@/lib/server/http/public-url";
import type { SignInConfig } from "./sign-in-settings";

interface ListenSettings {
  readonly signIn: SignInConfig;
  readonly publicUrl: PublicUrl | null;
}

/** Why the server must not listen at this address with these settings, as a sentence; null where it may. `npm start` says the same before it builds (lib/tooling/listen-address.mjs). */
export function listenProblem(host: string, { signIn, publicUrl }: ListenSettings): string | null {
  if (isLoopbackHost(isIPv6(host) ? `[${host}]` : host)) return null;
  if (signIn.kind === "local")
    return `The dashboard listens on this machine only, and ${host} is not it: nobody is asked who they are (STOLOS_SIGN_IN is local). Set STOLOS_SIGN_IN to token, oidc, proxy or kiosk, or remove STOLOS_HOST.`;
  if (publicUrl?.isSecure !== true) {
    return `The dashboard listens on this machine only, and ${host} is not it: it speaks plain HTTP, over which a token can be read on its way. Beyond this machine it needs a proxy that terminates TLS in front of it, and STOLOS_PUBLIC_URL, the https address of that proxy.`;
  }
  return null;
}
