/** The address that was asked for, as the door of pages is told it: a page does not know its own. */
export const ADDRESS_HEADER = "x-stolos-address";

/** Headers that Next or this server sets for itself. From a client they are an attempt to steer it. */
const NEVER_FROM_A_CLIENT = ["content-security-policy", "content-security-policy-report-only", "next-action", "next-resume", "x-nonce", ADDRESS_HEADER];
const NEVER_BY_PREFIX = ["x-middleware-", "x-nextjs-"];

/** With these the development server joins an answer to its debug channel; without them a page waits for ever. */
const FROM_A_CLIENT_IN_DEVELOPMENT = ["x-nextjs-request-id", "x-nextjs-html-request-id"];

/** A copy of the request's headers without those that are never a client's to send. */
export function inboundHeaders(headers: Headers, mode: "production" | "development"): Headers {
  const kept = new Headers(headers);
  for (const name of headers.keys()) {
    if (mode === "development" && FROM_A_CLIENT_IN_DEVELOPMENT.includes(name)) continue;
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
