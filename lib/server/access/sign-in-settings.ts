import * as z from "zod";
import { nameList } from "@/lib/server/name-list";
import { KIOSK_SETTINGS, type KioskConfig, kioskConfig } from "./kiosk-settings";
import { PROXY_SETTINGS, type ProxyConfig, proxyConfig, proxySettingsIn } from "./proxy-settings";

/** How the server learns who asks. */
export type SignInConfig =
  /** Nobody is asked: whoever reaches the server acts with its own account. */
  | { readonly kind: "local" }
  /**
   * By a bearer token of the clusters. `clusters`: those that a token is sent to; empty = the only one that is watched. `secret` seals what the browser
   * keeps: null = one of this process alone. It is never logged or sent.
   */
  | { readonly kind: "token"; readonly clusters: readonly string[]; readonly secret: Buffer | null }
  | ProxyConfig
  | KioskConfig;

/** The settings of a sign-in, as they stand in the environment. */
export const SIGN_IN_SETTINGS = {
  STOLOS_SIGN_IN: z.enum(["local", "token", "proxy", "kiosk"]).default("local"),
  STOLOS_TOKEN_CLUSTERS: nameList,
  STOLOS_SESSION_KEY: z
    .string()
    .optional()
    .transform((text) => (text ? Buffer.from(text, "base64") : null))
    .refine(
      (secret) => secret === null || (secret.length >= 32 && new Set(secret).size >= 16),
      "is no key: 32 random bytes in base64 (openssl rand -base64 32)",
    ),
  ...PROXY_SETTINGS,
  ...KIOSK_SETTINGS,
} as const;

const SignInSettings = z.object(SIGN_IN_SETTINGS);
type SignInSet = z.infer<typeof SignInSettings>;

/** What the settings of a sign-in say together. Throws a sentence for each that is missing, unsafe or without effect. */
export function signInConfig(set: SignInSet & Parameters<typeof kioskConfig>[0]): SignInConfig {
  const unused = settingsOfOthers(set);
  if (unused.length > 0) throw new Error(`${unused.join(", ")}: without effect where STOLOS_SIGN_IN is ${set.STOLOS_SIGN_IN}, so one of the two is wrong`);
  if (set.STOLOS_SIGN_IN === "proxy") return proxyConfig(set);
  if (set.STOLOS_SIGN_IN === "kiosk") return kioskConfig(set);
  if (set.STOLOS_SIGN_IN === "local") return { kind: "local" };
  return { kind: "token", clusters: set.STOLOS_TOKEN_CLUSTERS, secret: set.STOLOS_SESSION_KEY };
}

/** Settings of another sign-in than the one that is set: somebody may rely on what they keep out. */
function settingsOfOthers(set: SignInSet): readonly string[] {
  const ofKiosk = set.STOLOS_KIOSK_NAMESPACES.length > 0 ? ["STOLOS_KIOSK_NAMESPACES"] : [];
  return [...(set.STOLOS_SIGN_IN === "proxy" ? [] : proxySettingsIn(set)), ...(set.STOLOS_SIGN_IN === "kiosk" ? [] : ofKiosk)];
}
