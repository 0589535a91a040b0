import * as z from "zod/mini";

/**
 * Whoever a page is drawn for. `id` tells viewers apart without naming them; `name` is the user name as the clusters have it, null where nobody signs in.
 * `mayWrite`: false = this server writes nothing, whatever the cluster allows.
 */
export const PageViewer = z.object({
  signIn: z.enum(["local", "token", "oidc", "proxy", "kiosk"]),
  name: z.nullable(z.string()),
  id: z.string(),
  mayWrite: z.boolean(),
});
export type PageViewer = z.infer<typeof PageViewer>;

/** The account with which the server reads objects for a viewer: `none` = it reads no single object for them. */
export function readingAccount({ signIn, name }: Pick<PageViewer, "signIn" | "name">): "none" | "server" | "impersonated" | "own" {
  if (signIn === "kiosk") return "none";
  if (name === null) return "server";
  return signIn === "proxy" ? "impersonated" : "own";
}

/** Signing in: a bearer token of the clusters. */
export const SignInBody = z.object({ token: z.string() });
export type SignInBody = z.infer<typeof SignInBody>;

/** Beginning to sign in through a provider: where that leads back to. */
export const BeginSignIn = z.object({ from: z.string() });

/** The address at the provider that the browser goes to. */
export const SignInBegun = z.object({ address: z.string() });

/**
 * What came of asking for a renewal. `isKept`: the browser has a session at all. `isRenewed`: the browser has a new token. `nextMs`: it is due again after so many milliseconds, null = nothing
 * renews this sign-in. `lacksGroups`: the provider left the groups out because there are too many.
 */
export const Renewal = z.object({ isKept: z.boolean(), isRenewed: z.boolean(), nextMs: z.nullable(z.number()), lacksGroups: z.boolean() });
export type Renewal = z.infer<typeof Renewal>;

/** Remarks of the sign-in page, as its address names them. */
const SIGN_IN_NOTE_NAMES = ["not-begun", "long-link"] as const;
export type SignInNote = (typeof SIGN_IN_NOTE_NAMES)[number];

/** Returns the remark that an address names; null = none. */
export function signInNote(name: unknown): SignInNote | null {
  return SIGN_IN_NOTE_NAMES.find((known) => known === name) ?? null;
}

/** Where a sign-in leads back to: an address of this site, else the first page. */
export function returnPath(from: unknown): string {
  return typeof from === "string" && /^\/(?![/\\])[\x21-\x7e]*$/.test(from) && !from.startsWith("/sign-in") ? from : "/";
}

/** The longest address, as JSON, in the cookie of a sign-in attempt: browsers silently drop cookies above 4,096 bytes. Characters. */
const LONGEST_KEPT = 2_000;

/** Returns true if the cookie of a sign-in attempt can store this address. Otherwise the sign-in opens the first page. */
export function isKeptByAttempt(from: string): boolean {
  return JSON.stringify(from).length - 2 <= LONGEST_KEPT;
}
