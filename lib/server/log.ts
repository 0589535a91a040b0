import { truncateText } from "@/lib/domain/object/clean-text";
import { shownLines, shownText } from "@/lib/format/shown-text";
import { withoutSecrets } from "./without-secrets";

/** What a log line may carry: never an object of a cluster, a header or a body. */
type Fields = Readonly<Record<string, string | number | boolean | null>>;

const MESSAGE_AT_MOST = 500;
/** The names of the fields that a command changes are the longest that is told. */
const FIELD_AT_MOST = 20_000;

/**
 * One JSON line on standard error. Texts are cut, what looks like a secret is left out, and what cannot be seen is spelled out: nothing forges
 * a line, and nothing steers the terminal that shows it.
 */
export function log(level: "info" | "warn" | "error", message: string, fields: Fields = {}): void {
  const shown = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, typeof value === "string" ? plain(name, value) : value]));
  const line = { time: new Date().toISOString(), level, message: shownText(withoutSecrets(truncateText(message, MESSAGE_AT_MOST))), ...shown };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}

/** What was thrown, as fields: its name, message and stack, cut short. */
export function thrownFields(thrown: unknown): Fields {
  if (!(thrown instanceof Error)) return { thrown: truncateText(String(thrown), 300) };
  return { error: thrown.name, detail: truncateText(thrown.message, 300), stack: truncateText(thrown.stack ?? "", 2_000) };
}

/** Of a stack the ends of lines stay, which JSON spells out. */
function plain(name: string, text: string): string {
  const short = withoutSecrets(truncateText(text, FIELD_AT_MOST));
  return name === "stack" ? shownLines(short) : shownText(short);
}
