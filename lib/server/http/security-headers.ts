import SECURITY_HEADERS from "./security-headers.json";

/** What an answer has that no page or route gave a policy. */
const NO_CONTENT_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Two years, as lists of such hosts ask for; not of other hosts below this one, which are not ours to speak for. */
const TLS_ONLY = "max-age=63072000";

/**
 * The headers of every answer that has none of its own by these names. `origin` is that of the server's own pages as people reach it: only
 * where it is https, a browser is told to come by no other way.
 */
export function securityHeaders(origin: string | null): Readonly<Record<string, string>> {
  return {
    ...SECURITY_HEADERS,
    "Content-Security-Policy": NO_CONTENT_POLICY,
    "Cache-Control": "no-store",
    ...(origin?.startsWith("https://") && { "Strict-Transport-Security": TLS_ONLY }),
  };
}
