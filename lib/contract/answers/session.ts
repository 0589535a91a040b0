import * as z from "zod/mini";

/**
 * The viewer of a page. `id`: distinguishes viewers without naming them. `name`: the user name in the clusters; null = sign-in is off. `mayWrite`: false = this
 * server writes nothing, even if the cluster allows it.
 */
export const PageViewer = z.object({
  signIn: z.enum(["local", "token", "oidc", "proxy", "kiosk"]),
  name: z.nullable(z.string()),
  id: z.string(),
  mayWrite: z.boolean(),
});
export type PageViewer = z.infer<typeof PageViewer>;

/** Returns the account with which the server reads objects for a viewer. `none`: it reads no single object for them. */
export function accountForReads({ signIn, name }: Pick<PageViewer, "signIn" | "name">): "none" | "server" | "impersonated" | "own" {
  if (signIn === "kiosk") return "none";
  if (name === null) return "server";
  return signIn === "proxy" ? "impersonated" : "own";
}

/** Body of a sign-in request: a bearer token of the clusters. */
export const SignInBody = z.object({ token: z.string() });
export type SignInBody = z.infer<typeof SignInBody>;

/** Body of a request that begins a sign-in through a provider. `from`: the address after the sign-in. */
export const ProviderSignInRequest = z.object({ from: z.string() });

/** The address at the provider to which the browser goes. */
export const ProviderSignInAnswer = z.object({ address: z.string() });

/**
 * The result of a renewal request. `isKept`: the browser still has a session. `isRenewed`: the browser has a new token. `nextMs`: milliseconds until the next
 * renewal; null = this sign-in has no renewal. `lacksGroups`: the provider left the groups out because there are too many.
 */
export const SessionRenewal = z.object({ isKept: z.boolean(), isRenewed: z.boolean(), nextMs: z.nullable(z.number()), lacksGroups: z.boolean() });
export type SessionRenewal = z.infer<typeof SessionRenewal>;

/** Remarks of the sign-in page, by their names in its address. */
const SIGN_IN_NOTE_NAMES = ["not-begun", "long-link"] as const;
export type SignInNote = (typeof SIGN_IN_NOTE_NAMES)[number];

/** Returns the remark that an address names; null = none. */
export function parseSignInNote(name: unknown): SignInNote | null {
  return SIGN_IN_NOTE_NAMES.find((known) => known === name) ?? null;
}

/** Returns the address after a sign-in: `from` if it is an address of this site, else the first page. */
export function safeReturnPath(from: unknown): string {
  return typeof from === "string" && /^\/(?![/\\])[\x21-\x7e]*$/.test(from) && !from.startsWith("/sign-in") ? from : "/";
}

/** The longest address, as JSON, in the cookie of a sign-in attempt: browsers silently drop cookies above 4,096 bytes. Characters. */
const LONGEST_KEPT = 2_000;

/** Returns true if the cookie of a sign-in attempt can store this address. Otherwise the sign-in opens the first page. */
export function isReturnPathWithinCookieLimit(from: string): boolean {
  return JSON.stringify(from).length - 2 <= LONGEST_KEPT;
}
