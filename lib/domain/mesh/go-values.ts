const TRUE_TEXTS: readonly string[] = ["1", "t", "T", "TRUE", "true", "True"];
const FALSE_TEXTS: readonly string[] = ["0", "f", "F", "FALSE", "false", "False"];

/** Parses a boolean as Go's ParseBool does. Undefined = the text is not a boolean. */
export function parseGoBool(text: string): boolean | undefined {
  if (TRUE_TEXTS.includes(text)) return true;
  return FALSE_TEXTS.includes(text) ? false : undefined;
}

const UNITS = new Map([
  ["ns", 1e-6],
  ["us", 1e-3],
  ["µs", 1e-3],
  ["μs", 1e-3],
  ["ms", 1],
  ["s", 1_000],
  ["m", 60_000],
  ["h", 3_600_000],
]);

/** Parses a duration as Go writes it ("30m0s", "1h", "1.5h", "0"). Milliseconds. Null = the text is not a duration. */
export function parseGoDuration(text: string): number | null {
  const trimmed = text.trim();
  const sign = trimmed.startsWith("-") ? -1 : 1;
  const rest = trimmed.replace(/^[+-]/, "");
  if (rest === "0") return 0;
  if (!/^(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)((\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h))*$/.test(rest)) return null;
  let ms = 0;
  for (const [, amount = "", unit = ""] of rest.matchAll(/(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g)) ms += Number(amount) * (UNITS.get(unit) ?? 0);
  return sign * ms;
}
