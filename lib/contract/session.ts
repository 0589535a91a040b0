import * as z from "zod/mini";

/** Whoever a page is drawn for. `id` tells viewers apart without naming them; `name` is the user name as the clusters have it, null where nobody signs in. */
export const PageViewer = z.object({ signIn: z.enum(["local", "token", "proxy", "kiosk"]), name: z.nullable(z.string()), id: z.string() });
export type PageViewer = z.infer<typeof PageViewer>;

/** Signing in: a bearer token of the clusters. */
export const SignInBody = z.object({ token: z.string() });
export type SignInBody = z.infer<typeof SignInBody>;

/** Where a sign-in leads back to: an address of this site, else the first page. */
export function wayBack(from: unknown): string {
  return typeof from === "string" && /^\/(?![/\\])[\x21-\x7e]*$/.test(from) && !from.startsWith("/sign-in") ? from : "/";
}
