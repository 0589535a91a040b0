/** The longest token that is taken: some identity providers put all groups into one. Characters. */
export const LONGEST_TOKEN = 6_144;

const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;

/** Is this a bearer token as RFC 6750 spells one, and not too long? */
export function isToken(text: string): boolean {
  return text.length > 0 && text.length <= LONGEST_TOKEN && TOKEN.test(text);
}

/** The token of an `Authorization` header; null where it holds none. */
export function bearerOf(header: string): string | null {
  const token = /^bearer +(\S+) *$/i.exec(header)?.[1] ?? "";
  return isToken(token) ? token : null;
}
