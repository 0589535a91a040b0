import { cutText } from "@/lib/domain/clean-text";

/** What a log line may carry: never an object of a cluster, a header or a body. */
type Fields = Readonly<Record<string, string | number | boolean | null>>;

/** One JSON line on standard error. Texts are cut and hold no line break, so that nothing forges a line. */
export function log(level: "info" | "warn" | "error", message: string, fields: Fields = {}): void {
  process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, message: cutText(message, 500), ...fields })}\n`);
}

/** What was thrown, as fields: its name, message and stack, cut short. */
export function thrownFields(thrown: unknown): Fields {
  if (!(thrown instanceof Error)) return { thrown: cutText(String(thrown), 300) };
  return { error: thrown.name, detail: cutText(thrown.message, 300), stack: cutText(thrown.stack ?? "", 2_000) };
}
