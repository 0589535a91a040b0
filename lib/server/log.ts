import { format } from "node:util";
import { truncateText } from "@/lib/domain/object/clean-text";
import { shownLines, shownText } from "@/lib/format/shown-text";
import { withoutSecrets } from "./without-secrets";

/** What a log line may carry: never an object of a cluster, a header or a body. */
export type Fields = Readonly<Record<string, string | number | boolean | null>>;

/** The levels of STOLOS_LOG_LEVEL, the most frequent first. */
export const LOG_LEVELS = ["info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const MESSAGE_AT_MOST = 500;
/** The names of the fields that a command changes are the longest that is told. */
const FIELD_AT_MOST = 20_000;

/**
 * Writes one line on standard error: JSON, or readable text on a terminal. Lines below STOLOS_LOG_LEVEL are left out. Texts are cut, what looks like a secret is
 * left out, and what cannot be seen is spelled out: nothing forges a line, and nothing steers the terminal that shows it.
 */
export function log(level: LogLevel, message: string, fields: Fields = {}): void {
  const least = LOG_LEVELS.indexOf((process.env.STOLOS_LOG_LEVEL || "info") as LogLevel);
  if (LOG_LEVELS.indexOf(level) < least) return;
  const shown = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, typeof value === "string" ? plain(name, value) : value]));
  const time = new Date().toISOString();
  const text = shownText(withoutSecrets(truncateText(message, MESSAGE_AT_MOST)));
  process.stderr.write(process.stderr.isTTY ? readableLine(time, level, text, shown) : `${JSON.stringify({ time, level, message: text, ...shown })}\n`);
}

/** "12:04:55 warn  a cluster is not reached  cluster=eu reason="connection refused"". The time is UTC. */
function readableLine(time: string, level: LogLevel, message: string, fields: Fields): string {
  const shown = Object.entries(fields).map(([name, value]) => `${name}=${/^[\w.:/@-]+$/.test(String(value)) ? value : JSON.stringify(value)}`);
  return `${[time.slice(11, 19), level.padEnd(5), message, ...shown].join(" ")}\n`;
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

/**
 * Makes the warnings and errors that libraries write with `console` lines of the log: without it, Next prints errors in several lines, with whatever secret their
 * texts have. A page that failed is left out, because `onRequestError` writes it with its request.
 */
export function logConsole(target: Pick<Console, "warn" | "error"> = console): void {
  for (const name of ["warn", "error"] as const) {
    target[name] = (...args: unknown[]) => {
      const thrown = args.find((arg) => arg instanceof Error);
      if (thrown !== undefined && "digest" in thrown) return;
      const text = format(...args.filter((arg) => arg !== thrown)).trim();
      log(name, "a library wrote to the console", { ...(text !== "" && { text }), ...(thrown !== undefined && thrownFields(thrown)) });
    };
  }
}
