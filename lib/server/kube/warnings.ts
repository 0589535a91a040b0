import type { Answer } from "./kube-error";
import { shortText } from "./problem";

/** So many are told of one answer. */
const MOST = 20;

/** The texts of the `Warning` headers of an answer (RFC 7234, as client-go reads them: `299 - "text"`), each once, without anything like a credential. */
export function warningsOf(header: string | string[] | undefined): readonly string[] {
  const lines = header === undefined ? [] : Array.isArray(header) ? header : [header];
  const texts = lines.flatMap((line) => [...line.matchAll(/\b\d{3} \S+ "((?:[^"\\]|\\.)*)"/g)].map(([, quoted = ""]) => quoted.replace(/\\(.)/g, "$1")));
  // Node reads headers as Latin-1; API servers write UTF-8.
  const read = texts.map((text) => shortText(Buffer.from(text, "latin1").toString("utf8")));
  return [...new Set(read)].filter((text) => text !== "").slice(0, MOST);
}

/** An answer with what its header warned of. */
export function withWarnings<T>(answer: Answer<T>, header: string | string[] | undefined): Answer<T> {
  const warnings = warningsOf(header);
  return answer.ok && warnings.length > 0 ? { ...answer, warnings } : answer;
}
