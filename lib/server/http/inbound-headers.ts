/** Headers that Next or this server sets for itself. From a client they are an attempt to steer it. */
const NEVER_FROM_A_CLIENT = ["content-security-policy", "content-security-policy-report-only", "next-action", "next-resume", "x-nonce"];
const NEVER_BY_PREFIX = ["x-middleware-", "x-nextjs-"];

/** A copy of the request's headers without those that are never a client's to send. */
export function inboundHeaders(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of headers.keys()) {
    if (NEVER_FROM_A_CLIENT.includes(name) || NEVER_BY_PREFIX.some((prefix) => name.startsWith(prefix))) kept.delete(name);
  }
  return kept;
}

/**
 * True where the name in `Host` is one of this machine's own. While the server listens on loopback without authentication,
 * another name is a page elsewhere that has pointed its own domain at this machine to read over the user's shoulder.
 */
export function isLoopbackHost(host: string | null): boolean {
  return host !== null && /^(localhost|[a-z0-9-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i.test(host);
}
