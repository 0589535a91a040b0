import { cutText } from "@/lib/domain/clean-text";
import { causeOf, shortText } from "./problem";

/** Why the API server gave no usable answer. Every message is one line of at most 300 characters, without credentials. */
export type KubeError =
  | { readonly kind: "unreachable"; readonly message: string }
  | { readonly kind: "timed-out"; readonly message: string }
  | { readonly kind: "tls"; readonly message: string }
  | { readonly kind: "credentials"; readonly message: string }
  | { readonly kind: "unauthorized"; readonly message: string }
  | { readonly kind: "forbidden"; readonly message: string }
  | { readonly kind: "not-found"; readonly message: string }
  | { readonly kind: "gone"; readonly message: string }
  | { readonly kind: "invalid"; readonly message: string; readonly status: number }
  | { readonly kind: "too-many-requests"; readonly message: string; readonly retryAfterMs: number | null }
  | { readonly kind: "server-error"; readonly message: string; readonly status: number; readonly retryAfterMs: number | null }
  | { readonly kind: "bad-answer"; readonly message: string }
  | { readonly kind: "aborted"; readonly message: string };

export type Answer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: KubeError };

const TLS_REASONS = new Map([
  ["CERT_HAS_EXPIRED", "its certificate has expired"],
  ["CERT_NOT_YET_VALID", "its certificate is not valid yet"],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "its certificate is self-signed and not trusted by the kubeconfig"],
  ["SELF_SIGNED_CERT_IN_CHAIN", "its certificate comes from an authority that the kubeconfig does not trust"],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "its certificate comes from an authority that the kubeconfig does not trust"],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "its certificate comes from an authority that the kubeconfig does not trust"],
  ["UNABLE_TO_GET_ISSUER_CERT", "its certificate comes from an authority that the kubeconfig does not trust"],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "its certificate is for another host name"],
]);

const NETWORK_REASONS = new Map([
  ["ECONNREFUSED", "it refuses the connection"],
  ["ECONNRESET", "it cut the connection"],
  ["EPIPE", "it cut the connection"],
  ["UND_ERR_SOCKET", "the connection was cut"],
  ["ENOTFOUND", "its host name is not known"],
  ["EAI_AGAIN", "its host name could not be looked up"],
  ["EHOSTUNREACH", "there is no route to it"],
  ["ENETUNREACH", "there is no route to it"],
  ["ETIMEDOUT", "it does not answer"],
  ["UND_ERR_CONNECT_TIMEOUT", "it does not answer"],
]);

/** An error of the transport as a value. `server` is the base address, which is no secret. */
export function transportError(thrown: unknown, server: string): KubeError {
  const code = codeOf(thrown);
  const where = `API server ${server}`;
  const tls = TLS_REASONS.get(code);
  if (tls !== undefined) return { kind: "tls", message: `${where}: ${tls}.` };
  if (code === "EPROTO" || code.startsWith("ERR_SSL") || code.startsWith("ERR_TLS") || code.startsWith("ERR_OSSL") || code.startsWith("CERT_")) {
    return { kind: "tls", message: shortText(`${where}: no TLS connection (${code}).`) };
  }
  const network = NETWORK_REASONS.get(code);
  if (network !== undefined) return { kind: "unreachable", message: `${where}: ${network}.` };
  if (code.startsWith("HPE_") || code.startsWith("UND_ERR_")) return { kind: "bad-answer", message: `${where}: the answer is not HTTP as agreed (${code}).` };
  return { kind: "unreachable", message: shortText(`${where}: ${causeOf(thrown)}`) };
}

/** An answer other than 200 as a value. `body` is what came, in whatever format; `retryAfter` the header. */
export function statusError(status: number, body: string, retryAfter: string | undefined, wallNow: number): KubeError {
  const said = statusMessage(body);
  const message = shortText(said || `The API server answered ${status}.`);
  const retryAfterMs = retryAfterOf(retryAfter, wallNow);
  if (status === 401) return { kind: "unauthorized", message: "The API server does not accept the credentials (401)." };
  if (status === 403) return { kind: "forbidden", message };
  if (status === 404) return { kind: "not-found", message: shortText(said || "The API server does not know this resource (404).") };
  if (status === 410) return { kind: "gone", message };
  if (status === 429) return { kind: "too-many-requests", message: shortText(said || "The API server asks to wait (429)."), retryAfterMs };
  if (status >= 500) {
    if (/too large resource version/i.test(said)) return { kind: "gone", message };
    return { kind: "server-error", message, status, retryAfterMs };
  }
  if (status >= 300 && status < 400) {
    return { kind: "bad-answer", message: `Something between here and the API server answers with a redirection (${status}): a login page?` };
  }
  return { kind: "invalid", message, status };
}

/** `Retry-After` in milliseconds: seconds or an HTTP date, at most ten minutes; null where it is missing or says nothing. */
export function retryAfterOf(header: string | undefined, wallNow: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : /[a-z]{3}/i.test(text) ? Date.parse(text) - wallNow : Number.NaN;
  return Number.isNaN(ms) || ms < 0 ? null : Math.min(ms, 600_000);
}

function statusMessage(body: string): string {
  try {
    const status: unknown = JSON.parse(body);
    if (typeof status === "object" && status !== null && "message" in status && typeof status.message === "string") return status.message;
    return "";
  } catch {
    // Plain text: a missing resource, a proxy, a load balancer. HTML says nothing to a reader.
    return /^\s*</.test(body) ? "" : cutText(body.trim(), 300);
  }
}

function codeOf(thrown: unknown): string {
  for (let error = thrown, depth = 0; typeof error === "object" && error !== null && depth < 4; depth++) {
    if ("code" in error && typeof error.code === "string") return error.code;
    error = "cause" in error ? error.cause : null;
  }
  return "";
}
