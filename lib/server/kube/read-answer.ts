import { truncateText } from "@/lib/domain/object/clean-text";
import type { Answer } from "./kube-error";
import type { TransportResponse } from "./line";
import { shortText } from "./problem";

/** Refuses what is not plain JSON: a login page, something compressed by a stranger. */
export async function accepted(response: TransportResponse): Promise<Answer<TransportResponse>> {
  const type = headerOf(response.headers["content-type"]) ?? "";
  const encoding = headerOf(response.headers["content-encoding"]) ?? "identity";
  if (/^application\/json\b/i.test(type) && encoding === "identity") return { ok: true, value: response };
  response.body.on("error", () => undefined);
  response.body.destroy();
  const what =
    encoding === "identity"
      ? `the content type is "${shortText(truncateText(type, 80)) || "none"}"`
      : `it is encoded as ${shortText(truncateText(encoding, 40))}`;
  return { ok: false, error: { kind: "bad-answer", message: `The answer is not JSON from an API server: ${what}.` } };
}

/** The whole body as JSON, up to a size. */
export async function readJson(response: TransportResponse, maxBytes: number): Promise<Answer<unknown>> {
  const text = await readText(response, maxBytes);
  if (text.length > maxBytes) return { ok: false, error: { kind: "bad-answer", message: `The answer is longer than ${maxBytes} bytes.` } };
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, error: { kind: "bad-answer", message: "The answer is not JSON, though it says so." } };
  }
}

/** The body as text; it stops reading a little past the limit, so that a caller can tell. */
export async function readText(response: TransportResponse, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** A header's first value. */
export function headerOf(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** An answer with its id in the API server's own audit; what does not look like one is left out. */
export function withAuditId<T>(answer: Answer<T>, header: string | string[] | undefined): Answer<T> {
  const auditId = headerOf(header) ?? "";
  return /^[\w-]{1,64}$/.test(auditId) ? { ...answer, auditId } : answer;
}
