import type { FieldError } from "@/lib/domain/edit/field-errors";
import type { NotObservedReason } from "@/lib/domain/history/not-observed-reason";
import { truncateText } from "@/lib/domain/object/clean-text";
import { isNetworkError, isTlsError } from "@/lib/format/connection-words";
import { sentence } from "@/lib/format/text/sentence";
import { unseenWords } from "@/lib/format/unseen-words";
import { fieldCausesOf } from "./field-causes";
import { causeOf, shortText } from "./problem";

/** The reason as a code, where there is one. */
interface Coded {
  readonly why?: NotObservedReason;
}

/** Why the API server gave no usable answer. Every message is one line of at most 300 characters, without credentials. `causes`: which fields it refused. */
export type KubeError = Coded &
  (
    | { readonly kind: "unreachable"; readonly message: string }
    | { readonly kind: "timed-out"; readonly message: string }
    | { readonly kind: "tls"; readonly message: string }
    | { readonly kind: "credentials"; readonly message: string }
    | { readonly kind: "unauthorized"; readonly message: string }
    | { readonly kind: "forbidden"; readonly message: string }
    | { readonly kind: "not-found"; readonly message: string }
    | { readonly kind: "gone"; readonly message: string }
    | { readonly kind: "invalid"; readonly message: string; readonly status: number; readonly causes?: readonly FieldError[] }
    | { readonly kind: "too-many-requests"; readonly message: string; readonly retryAfterMs: number | null }
    | { readonly kind: "server-error"; readonly message: string; readonly status: number; readonly retryAfterMs: number | null }
    | { readonly kind: "bad-answer"; readonly message: string }
    | { readonly kind: "aborted"; readonly message: string }
  );

/** Under which id the API server's own audit has a write, where it says so. */
interface Audited {
  readonly auditId?: string;
}

/** `warnings`: what the API server warned of, of a write that it took. */
export type Answer<T> = Audited &
  ({ readonly ok: true; readonly value: T; readonly warnings?: readonly string[] } | { readonly ok: false; readonly error: KubeError });

/** An error of the transport as a value. `server` is the base address, which is no secret. */
export function transportError(thrown: unknown, server: string): KubeError {
  const code = codeOf(thrown);
  const where = `API server ${server}`;
  if (isTlsError(code)) return { kind: "tls", ...unconnected(server, code) };
  if (code === "EPROTO" || code.startsWith("ERR_SSL") || code.startsWith("ERR_TLS") || code.startsWith("ERR_OSSL") || code.startsWith("CERT_")) {
    return { kind: "tls", message: shortText(`${where}: no TLS connection (${code}).`) };
  }
  if (isNetworkError(code)) return { kind: "unreachable", ...unconnected(server, code) };
  if (code.startsWith("HPE_") || code.startsWith("UND_ERR_")) return { kind: "bad-answer", message: `${where}: the answer is not HTTP as agreed (${code}).` };
  return { kind: "unreachable", message: shortText(`${where}: ${causeOf(thrown)}`) };
}

/** An error whose code has words. */
function unconnected(server: string, error: string): Pick<KubeError, "message" | "why"> {
  const why = { code: "no-connection", server, error } as const;
  return { message: sentence(unseenWords(why)), why };
}

/** An answer other than 200 as a value. `body` is what came, in whatever format; `retryAfter` the header. */
export function statusError(status: number, body: string, retryAfter: string | undefined, wallNow: number): KubeError {
  const { said, causes } = readStatus(body);
  const message = shortText(said || `The API server answered ${status}.`);
  const retryAfterMs = retryAfterOf(retryAfter, wallNow);
  if (status === 401) return { kind: "unauthorized", message: sentence(unseenWords({ code: "unauthorized" })), why: { code: "unauthorized" } };
  if (status === 403) return { kind: "forbidden", message };
  if (status === 404) return { kind: "not-found", message: shortText(said || "The API server does not know this resource (404).") };
  if (status === 410) return { kind: "gone", message };
  if (status === 429) return { kind: "too-many-requests", ...answered(status, said), retryAfterMs };
  if (status >= 500) {
    if (/too large resource version/i.test(said)) return { kind: "gone", message };
    return { kind: "server-error", ...answered(status, said), status, retryAfterMs };
  }
  if (status >= 300 && status < 400) {
    return { kind: "bad-answer", ...answered(status, "") };
  }
  return { kind: "invalid", ...answered(status, said), status, ...(causes.length === 0 ? {} : { causes }) };
}

/** What the API server says of its failure, or a sentence of ours. */
function answered(status: number, said: string): Pick<KubeError, "message" | "why"> {
  const why = { code: "answered", status, text: shortText(said) } as const;
  return { message: why.text || sentence(unseenWords(why)), why };
}

/** `Retry-After` in milliseconds: seconds or an HTTP date, at most ten minutes; null where it is missing or says nothing. */
function retryAfterOf(header: string | undefined, wallNow: number): number | null {
  if (header === undefined) return null;
  const text = header.trim();
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1_000 : /[a-z]{3}/i.test(text) ? Date.parse(text) - wallNow : Number.NaN;
  return Number.isNaN(ms) || ms < 0 ? null : Math.min(ms, 600_000);
}

interface Said {
  readonly said: string;
  readonly causes: readonly FieldError[];
}

function readStatus(body: string): Said {
  try {
    const status: unknown = JSON.parse(body);
    const isSaid = typeof status === "object" && status !== null && "message" in status && typeof status.message === "string";
    return { said: isSaid ? String(status.message) : "", causes: fieldCausesOf(status) };
  } catch {
    // Plain text: a missing resource, a proxy, a load balancer. HTML says nothing to a reader.
    return { said: /^\s*</.test(body) ? "" : truncateText(body.trim(), 300), causes: [] };
  }
}

function codeOf(thrown: unknown): string {
  for (let error = thrown, depth = 0; typeof error === "object" && error !== null && depth < 4; depth++) {
    if ("code" in error && typeof error.code === "string") return error.code;
    error = "cause" in error ? error.cause : null;
  }
  return "";
}
