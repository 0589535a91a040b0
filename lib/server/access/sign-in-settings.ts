import * as z from "zod";
import { type PublicUrl, parsePublicUrl } from "@/lib/server/http/public-url";
import { nameList } from "@/lib/server/name-list";
import { KIOSK_SETTINGS, type KioskConfig, kioskConfig } from "./kiosk-settings";
import { OIDC_SETTINGS, type OidcConfig, oidcConfig, oidcSettingsSet } from "./oidc-settings";
import { PROXY_SETTINGS, type ProxyConfig, proxyConfig, proxySettingsIn } from "./proxy-settings";

/** How the server learns who asks. */
export type SignInConfig =
  /** Nobody is asked: whoever reaches the server acts with its own account. */
  | { readonly kind: "local" }
  /**
   * By a bearer token of the clusters. `clusters`: those that a token is sent to; empty = the only one that is watched. `secret` seals what the browser
   * keeps: null = one of this process alone. It is never logged or sent.
   */
  | { readonly kind: "token"; readonly clusters: readonly string[]; readonly secret: Buffer | null; readonly publicUrl?: PublicUrl | null }
  /** Through an OpenID provider that the clusters trust: its ID token is the bearer token. */
  | {
      readonly kind: "oidc";
      readonly clusters: readonly string[];
      readonly secret: Buffer | null;
      readonly provider: OidcConfig;
      readonly publicUrl: PublicUrl;
    }
  | ProxyConfig
  | KioskConfig;

/** The example of docs/sign-in.md. */
const EXAMPLE_KEY = "bm8gb25lIHNlYWxzIGEgc2Vzc2lvbiBieSB0aGlzISE=";

/** The settings of a sign-in, as they stand in the environment. */
export const SIGN_IN_SETTINGS = {
  STOLOS_SIGN_IN: z.enum(["local", "token", "oidc", "proxy", "kiosk"]).optional(),
  STOLOS_TOKEN_CLUSTERS: nameList,
  STOLOS_SESSION_KEY: z
    .string()
    .optional()
    .transform((text) => (text ? Buffer.from(text, "base64") : null))
    .refine(
      (secret) => secret === null || (secret.length >= 32 && new Set(secret).size >= 16),
      "is no key: 32 random bytes in base64 (openssl rand -base64 32)",
    )
    .refine(
      (secret) => secret === null || secret.toString("base64") !== EXAMPLE_KEY,
      "is the example key of docs/sign-in.md, which is public: generate your own (openssl rand -base64 32)",
    ),
  STOLOS_PUBLIC_URL: z
    .string()
    .default("")
    .transform((text, context) => {
      try {
        return parsePublicUrl(text);
      } catch (problem) {
        context.addIssue(problem instanceof Error ? problem.message : String(problem));
        return z.NEVER;
      }
    }),
  ...OIDC_SETTINGS,
  ...PROXY_SETTINGS,
  ...KIOSK_SETTINGS,
} as const;

const SignInSettings = z.object(SIGN_IN_SETTINGS);
type SignInSet = z.infer<typeof SignInSettings>;

/** The same with the sign-in that is set, or the one of where the server runs. */
type SignInChosen = SignInSet & { readonly STOLOS_SIGN_IN: SignInConfig["kind"] };

/** Where nothing is set: on somebody's own machine nobody is asked, in a Pod (which Kubernetes tells by this variable) everybody is. */
function defaultSignIn({ KUBERNETES_SERVICE_HOST: host = "" }: { readonly KUBERNETES_SERVICE_HOST?: string | undefined }): SignInConfig["kind"] {
  return host === "" ? "local" : "token";
}

/** What the settings of a sign-in say together. Throws a sentence for each that is missing, unsafe or without effect. */
export function signInConfig(read: SignInSet & Parameters<typeof kioskConfig>[0] & Parameters<typeof defaultSignIn>[0]): SignInConfig {
  const set = { ...read, STOLOS_SIGN_IN: read.STOLOS_SIGN_IN ?? defaultSignIn(read) };
  const { STOLOS_SIGN_IN: kind, STOLOS_TOKEN_CLUSTERS: clusters, STOLOS_SESSION_KEY: secret, STOLOS_PUBLIC_URL: publicUrl } = set;
  const unused = settingsOfOthers(set);
  if (unused.length > 0) throw new Error(`${unused.join(", ")}: without effect where STOLOS_SIGN_IN is ${kind}, so one of the two is wrong`);
  if (kind === "proxy") return proxyConfig(set);
  if (kind === "kiosk") return kioskConfig(set);
  if (kind === "token") return { kind, clusters, secret, publicUrl };
  if (kind === "local") {
    if (publicUrl === null || publicUrl.isLoopback) return { kind };
    throw new Error(
      `STOLOS_PUBLIC_URL is ${publicUrl.origin}, which others can reach, and nobody is asked who they are (STOLOS_SIGN_IN is local): choose another sign-in.`,
    );
  }
  if (publicUrl === null) throw new Error("STOLOS_PUBLIC_URL is not set: the provider sends people back to it, so STOLOS_SIGN_IN=oidc needs it.");
  return { kind, clusters, secret, provider: oidcConfig(set), publicUrl };
}

/** Settings of another sign-in than the one that is set: somebody may rely on what they keep out. */
function settingsOfOthers(set: SignInChosen): readonly string[] {
  const ofKiosk = set.STOLOS_KIOSK_NAMESPACES.length > 0 ? ["STOLOS_KIOSK_NAMESPACES"] : [];
  const ofTokens = [
    ...(set.STOLOS_TOKEN_CLUSTERS.length > 0 ? ["STOLOS_TOKEN_CLUSTERS"] : []),
    ...(set.STOLOS_SESSION_KEY === null ? [] : ["STOLOS_SESSION_KEY"]),
  ];
  return [
    ...(set.STOLOS_SIGN_IN === "token" || set.STOLOS_SIGN_IN === "oidc" ? [] : ofTokens),
    ...(set.STOLOS_SIGN_IN === "oidc" ? [] : oidcSettingsSet(set)),
    ...(set.STOLOS_SIGN_IN === "proxy" ? [] : proxySettingsIn(set)),
    ...(set.STOLOS_SIGN_IN === "kiosk" ? [] : ofKiosk),
  ];
}
