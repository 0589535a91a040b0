/** The address that was asked for, as the door of pages is told it: a page does not know its own. */
export const ADDRESS_HEADER = "x-stolos-address";

/** The nonce of the request's Content-Security-Policy, for the scripts of its page. */
export const NONCE_HEADER = "x-nonce";

/** The address of whoever is at the other end of the connection, as the server in front has it: it replaces what a client says there. */
export const PEER_HEADER = "x-stolos-peer";

/** The address of whoever asked, past the proxies that are trusted, and the id of the request: they replace what a client says there. */
export const CLIENT_HEADER = "x-stolos-client";
export const REQUEST_HEADER = "x-stolos-request";

/** The id of a request in its answer, as proxies name it. */
export const REQUEST_ID_HEADER = "X-Request-Id";

/** What the server in front says of a request. */
const FROM_FRONT: ReadonlySet<string> = new Set([PEER_HEADER, CLIENT_HEADER, REQUEST_HEADER]);

/**
 * What is passed on of a request. Everything else is dropped: what Next or a proxy sets for itself would be somebody's attempt to steer it, and
 * what nobody reads can do no harm.
 */
const PASSED_ON: ReadonlySet<string> = new Set([
  // The request itself and its body.
  ...["host", "connection", "content-length", "content-type", "transfer-encoding", "user-agent"],
  // Which answer is wanted, and what is there already.
  ...["accept", "accept-encoding", "accept-language", "cache-control", "pragma", "range"],
  ...["if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "if-range"],
  // Who asks, and from where.
  ...["authorization", "cookie", "origin", "sec-fetch-dest", "sec-fetch-mode", "sec-fetch-site", "sec-fetch-user", "sec-purpose"],
  // How Next's pages ask for the next page.
  ...["rsc", "next-url", "next-router-state-tree", "next-router-prefetch", "next-router-segment-prefetch"],
]);

/** With these the development server joins an answer to its debug channel, without which a page waits for ever, and takes over what was edited. */
const IN_DEVELOPMENT: ReadonlySet<string> = new Set(["x-nextjs-request-id", "x-nextjs-html-request-id", "next-hmr-refresh"]);

/** Which headers are passed on besides: those of the development server, and (in small letters) the one in which a proxy in front says who asks. */
interface PassedToo {
  readonly mode?: "production" | "development";
  readonly tokenHeader?: string | null;
}

/** Is a header of this name (in small letters) passed on? So is one that only reads like the proxy's: the door refuses it by name. */
export function isPassedOn(name: string, { mode = "production", tokenHeader = null }: PassedToo = {}): boolean {
  return PASSED_ON.has(name) || name.replaceAll("_", "-") === tokenHeader || (mode === "development" && IN_DEVELOPMENT.has(name));
}

/** A copy of a request's headers, past the server in front, that holds only what is passed on and where the request comes from. */
export function inboundHeaders(headers: Headers, too: PassedToo): Headers {
  return new Headers([...headers].filter(([name]) => FROM_FRONT.has(name) || isPassedOn(name, too)));
}

/**
 * True where the name in `Host` is one of this machine's own. While the server listens on loopback without authentication,
 * another name is a page elsewhere that has pointed its own domain at this machine to read over the user's shoulder.
 */
export function isLoopbackHost(host: string | null): boolean {
  return host !== null && /^(localhost|[a-z0-9-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?$/i.test(host);
}
