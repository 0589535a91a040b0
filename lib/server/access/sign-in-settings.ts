import type { PublicUrl } from "@/lib/server/http/public-url";
import { SETTINGS, type Setting, type SettingValues, type SignInKind } from "@/lib/server/settings";
import { type KioskConfig, kioskConfig } from "./kiosk-settings";
import { type OidcConfig, oidcConfig } from "./oidc-settings";
import { type ProxyConfig, proxyConfig } from "./proxy-settings";

/** How the server learns who asks. */
export type SignInConfig =
  /** Nobody is asked: whoever reaches the server acts with its own account. */
  | { readonly kind: "local" }
  /**
   * By a bearer token of the clusters. `clusters`: those that a token is sent to; empty = the only one that is watched. `secret`: the keys for what the
   * browser keeps, of which the first seals; null = one of this process alone. They are never logged or sent.
   */
  | { readonly kind: "token"; readonly clusters: readonly string[]; readonly secret: readonly Buffer[] | null; readonly publicUrl?: PublicUrl | null }
  /** Through an OpenID provider that the clusters trust: its ID token is the bearer token. */
  | {
      readonly kind: "oidc";
      readonly clusters: readonly string[];
      readonly secret: readonly Buffer[] | null;
      readonly provider: OidcConfig;
      readonly publicUrl: PublicUrl;
    }
  | ProxyConfig
  | KioskConfig;

/** Where nothing is set: on somebody's own machine nobody is asked, in a Pod (which Kubernetes tells by this variable) everybody is. */
function defaultSignIn({ KUBERNETES_SERVICE_HOST: host }: SettingValues): SignInKind {
  return host === null ? "local" : "token";
}

/** What the settings of a sign-in say together. Throws a sentence for each that is missing, unsafe or without effect. */
export function signInConfig(set: SettingValues, environment: Readonly<Record<string, string | undefined>>): SignInConfig {
  const { STOLOS_SIGN_IN: kind = defaultSignIn(set), STOLOS_TOKEN_CLUSTERS: clusters, STOLOS_SESSION_KEY: secret, STOLOS_PUBLIC_URL: publicUrl } = set;
  const unused = settingsOfOthers(kind, environment);
  if (unused.length > 0) throw new Error(`${unused.join(", ")}: without effect where STOLOS_SIGN_IN is ${kind}, so one of the two is wrong`);
  if (kind === "proxy") return proxyConfig(set);
  if (kind === "kiosk") return kioskConfig(set);
  if (kind === "token") return { kind, clusters, secret, publicUrl };
  if (kind === "local") {
    if (publicUrl === null || publicUrl.isLoopback) return { kind };
    throw new Error(
      `STOLOS_PUBLIC_URL is ${publicUrl.origin}, which others can reach, and nobody is asked who they are (STOLOS_SIGN_IN is local): set STOLOS_SIGN_IN to token, oidc, proxy or kiosk, or remove STOLOS_PUBLIC_URL.`,
    );
  }
  if (publicUrl === null) throw new Error("STOLOS_PUBLIC_URL is not set: the provider sends people back to it, so STOLOS_SIGN_IN=oidc needs it.");
  return { kind, clusters, secret, provider: oidcConfig(set), publicUrl };
}

/** The settings of other sign-ins that are set: a user may rely on their protection. Only commas and spaces count as unset. */
function settingsOfOthers(kind: SignInKind, environment: Readonly<Record<string, string | undefined>>): readonly string[] {
  const others = Object.entries<Setting>(SETTINGS).filter(([, { signIns = [kind] }]) => !signIns.includes(kind));
  return others.map(([name]) => name).filter((name) => /[^\s,]/.test(environment[name] ?? ""));
}
