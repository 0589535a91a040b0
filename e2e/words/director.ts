import type { PageText, Statement } from "./page-text";
import { countOf } from "./template";

/** What the director of a scenario says it did: the words that its line gave, and when it said so. Milliseconds. */
export interface Deed {
  readonly words: readonly string[];
  readonly at: number;
}

/** A statement that has to stand on some page once a deed is done. */
export interface Expected {
  /** What a reader has to find, for the failure's text. */
  readonly what: string;
  /** The pages that may say it. */
  readonly path: Pick<RegExp, "test">;
  /** Groups named `count` and `time` are compared with the deed. */
  readonly text: RegExp;
  /** What the row, or else the page, is about; anything where it is left out. */
  readonly about?: RegExp;
  /** The count that the text may name at most. */
  readonly most?: number;
  /** The text names a moment no earlier than the deed's and no later than so long after it. Milliseconds. */
  readonly withinMs?: number;
}

/** Times on pages have whole seconds, and a line of the director is found within a tenth. */
const SLACK_MS = 1_500;

/** What the director did and no page says, or says with another count or moment. */
export function unsaid(deed: Deed, expected: readonly Expected[], pages: readonly PageText[]): readonly string[] {
  return expected.flatMap((one) => {
    const read = pages.filter(({ path }) => one.path.test(path)).flatMap((page) => page.statements.map((statement) => ({ statement, page })));
    const problems = read.flatMap(({ statement, page }) => problemOf(one, statement, page, deed) ?? []);
    if (problems.includes("")) return [];
    return [`${one.what}, as the director did: ${problems[0] ?? "no page says it"}`];
  });
}

/** Null where the statement is another one, "" where it says what is expected, else what is wrong with it. */
function problemOf({ text, about, most, withinMs }: Expected, statement: Statement, page: PageText, deed: Deed): string | null {
  const found = text.exec(statement.text);
  if (found === null || (about !== undefined && !about.test(statement.about || page.path))) return null;
  const { count, time } = found.groups ?? {};
  if (most !== undefined && countOf(count ?? "") > most) return `“${statement.text}” names more than ${most}`;
  if (withinMs === undefined) return "";
  const after = secondsOfDay(time ?? "") - Math.floor((deed.at % DAY_MS) / 1_000) * 1_000;
  const since = ((after % DAY_MS) + DAY_MS) % DAY_MS;
  return since <= withinMs + SLACK_MS || since >= DAY_MS - SLACK_MS ? "" : `“${statement.text}” is not of ${new Date(deed.at).toISOString()}`;
}

const DAY_MS = 86_400_000;

/** "03:28:12" as milliseconds since midnight; NaN where it is no time. */
function secondsOfDay(clock: string): number {
  const [hours = Number.NaN, minutes = Number.NaN, seconds = Number.NaN] = clock.split(":").map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000;
}
