import * as z from "zod";
import { nameList } from "@/lib/server/name-list";

/** How the server learns who asks. */
export type SignInConfig =
  /** Nobody is asked: whoever reaches the server acts with its own account. */
  | { readonly kind: "local" }
  /**
   * By a bearer token of the clusters. `clusters`: those that a token is sent to; empty = the only one that is watched. `secret` seals what the browser
   * keeps: null = one of this process alone. It is never logged or sent.
   */
  | { readonly kind: "token"; readonly clusters: readonly string[]; readonly secret: Buffer | null };

/** The settings of a sign-in, as they stand in the environment. */
export const SIGN_IN_SETTINGS = {
  STOLOS_SIGN_IN: z.enum(["local", "token"]).default("local"),
  STOLOS_TOKEN_CLUSTERS: nameList,
  STOLOS_SESSION_KEY: z
    .string()
    .optional()
    .transform((text) => (text ? Buffer.from(text, "base64") : null))
    .refine(
      (secret) => secret === null || (secret.length >= 32 && new Set(secret).size >= 16),
      "is no key: 32 random bytes in base64 (openssl rand -base64 32)",
    ),
} as const;

const SignInSettings = z.object(SIGN_IN_SETTINGS);

/** What the settings of a sign-in say together. */
export function signInConfig(set: z.infer<typeof SignInSettings>): SignInConfig {
  if (set.STOLOS_SIGN_IN === "local") return { kind: "local" };
  return { kind: "token", clusters: set.STOLOS_TOKEN_CLUSTERS, secret: set.STOLOS_SESSION_KEY };
}
