/** What may stand in a template, and how it looks: `{n}` a count, `{number}` a count in words, `{time}` a moment of the clock, and so on. */
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  n: "\\d[\\d,]*",
  number: "(?:\\d[\\d,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)",
  time: "(?:\\d{1,2} [A-Z][a-z]{2} (?:\\d{4} )?)?\\d\\d:\\d\\d:\\d\\d",
  stamp: "\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?(?: UTC|Z)",
  span: "\\d+ (?:s|min|h|d)",
  age: "\\d+[smhdy](?:\\d+[smhd])?",
  percent: "(?:under )?\\d+(?:\\.\\d+)? %",
  name: "[^\\s,;]+",
  words: ".+?",
};

/** What stood at the placeholders of a template, in the order of the text. */
export interface Filled {
  readonly kind: string;
  readonly text: string;
}

/** Matches a text against a template as a whole: `[a]` is optional, `(a|b)` a choice. Null where it does not fit. */
export function templateOf(template: string): (text: string) => readonly Filled[] | null {
  const kinds: string[] = [];
  const pattern = template
    .replace(/[.*+?^$\\]/g, "\\$&")
    .replaceAll("(", "(?:")
    .replaceAll("[", "(?:")
    .replaceAll("]", ")?")
    .replace(/\{(\w+)\}/g, (_, kind: string) => {
      const looks = PLACEHOLDERS[kind];
      if (looks === undefined) throw new Error(`No placeholder ${kind} in: ${template}`);
      kinds.push(kind);
      return `(${looks})`;
    });
  const whole = new RegExp(`^${pattern}$`, "i");
  return (text) => {
    const found = whole.exec(text);
    return found === null ? null : kinds.flatMap((kind, at) => (found[at + 1] === undefined ? [] : [{ kind, text: found[at + 1] ?? "" }]));
  };
}

const NUMBER_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/** A count as pages write it: "1,204", or "eleven". */
export function countOf(text: string): number {
  const word = NUMBER_WORDS.indexOf(text.toLowerCase());
  return word >= 0 ? word : Number(text.replaceAll(",", ""));
}

/** A time of the clock, in UTC, as the moment nearest to `near`; one with its date as it stands. Milliseconds. */
export function momentOf(text: string, near: number): number {
  if (/^\d{4}-/.test(text)) return Date.parse(text.replace(" UTC", "Z").replace(" ", "T"));
  const [hours = 0, minutes = 0, seconds = 0] = (/(\d\d):(\d\d):(\d\d)$/.exec(text) ?? []).slice(1).map(Number);
  const day = new Date(near).setUTCHours(hours, minutes, seconds, 0);
  return [day - 86_400_000, day, day + 86_400_000].reduce((best, one) => (Math.abs(one - near) < Math.abs(best - near) ? one : best));
}

/** A span such as "4 min" or an age such as "3h20m", as the least and the most it may stand for (it is rounded down). Milliseconds. */
export function spanOf(text: string): { readonly least: number; readonly most: number } {
  const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, min: 60_000, h: 3_600_000, d: 86_400_000, y: 365 * 86_400_000 };
  const parts = [...text.matchAll(/(\d+) ?(min|[smhdy])/g)].map(([, count, unit = "s"]) => ({
    ms: Number(count) * (units[unit] ?? 0),
    unit: units[unit] ?? 0,
  }));
  const least = parts.reduce((sum, { ms }) => sum + ms, 0);
  return { least, most: least + (parts.at(-1)?.unit ?? 0) };
}
