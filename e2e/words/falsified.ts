/** What a short word at the end or at the beginning of a text says, and what it says else. */
const OPPOSITES: readonly (readonly [is: RegExp, other: string])[] = [
  [/ ok$/, " problem"],
  [/ (?:problem|cannot see)$/, " ok"],
  [/^On\. /, "Off. "],
  [/^Off\. /, "On. "],
];

/** A name as objects have it: a namespace and a name, a resource with its group, a key of an annotation. */
const NAME = /[\w-]+(?:[./][\w-]+)+/;

/** A count that is written as a word. */
const NUMBER_WORD = /\b(?:One|two|three|four|five|six|seven|eight|nine|ten|eleven)\b/;

/** The same text with another moment, age, number, answer or name in it; where it has none of these, another text: a state of a machine. */
export function falsified(text: string): string {
  if (/\d\d:\d\d:\d\d/.test(text))
    return text.replace(/(\d\d):(\d\d):(\d\d)/, (_, hours, minutes, seconds) => `${hours}:${String((Number(minutes) + 7) % 60).padStart(2, "0")}:${seconds}`);
  if (/^(≥ )?\d+[smh]/.test(text)) return text.replace(/(\d+)[smh].*/, "$1d");
  if (/\d/.test(text)) return text.replace(/\d[\d,]*/, (count) => String(Number(count.replaceAll(",", "")) + 103));
  if (NUMBER_WORD.test(text)) return text.replace(NUMBER_WORD, "twelve");
  const opposite = OPPOSITES.find(([is]) => is.test(text));
  if (opposite !== undefined) return text.replace(...opposite);
  if (NAME.test(text)) return text.replace(NAME, "other-$&");
  return text === "Overdue" ? "Healthy" : "Overdue";
}
