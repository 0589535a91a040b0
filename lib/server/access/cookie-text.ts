/** How this server's cookies are named and kept. */
export interface CookieStyle {
  /**
   * Over https alone, for this host and all its paths (`__Host-`, `Secure`). Without it where the server is reached over plain HTTP, which it
   * speaks on loopback only: some browsers would not keep the cookie there.
   */
  readonly isSecure: boolean;
}

/** The name of a cookie as the browser has it. */
export function cookieName(name: string, { isSecure }: CookieStyle): string {
  return isSecure ? `__Host-${name}` : name;
}

/** A value of `Set-Cookie`; an empty value takes the cookie away. `Lax` = a link on another site brings it along, too. */
export function setCookie(
  name: string,
  value: string,
  style: CookieStyle,
  { sameSite, seconds }: { readonly sameSite: "Strict" | "Lax"; readonly seconds?: number },
): string {
  const secure = style.isSecure ? "; Secure" : "";
  const age = value === "" ? "; Max-Age=0" : seconds === undefined ? "" : `; Max-Age=${seconds}`;
  return `${cookieName(name, style)}=${value}; Path=/; HttpOnly${secure}; SameSite=${sameSite}${age}`;
}

/** The cookies of a `Cookie` header, by the names that the browser has. */
export function cookiesIn(header: string | null): ReadonlyMap<string, string> {
  return new Map((header ?? "").split(";").map((pair) => [pair.slice(0, pair.indexOf("=")).trim(), pair.slice(pair.indexOf("=") + 1).trim()]));
}
