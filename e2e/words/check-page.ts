import { setTimeout as wait } from "node:timers/promises";
import { expect, type Page } from "@playwright/test";
import { falsified } from "./falsified";
import { type PageText, readPage, type Statement } from "./page-text";
import { judgeOf, type Rule } from "./rule";
import { COUNTS } from "./rules/counts";
import { DELETIONS } from "./rules/deletions";
import { FINDINGS } from "./rules/findings";
import { FRAME } from "./rules/frame";
import { HAPPENED } from "./rules/happened";
import { HOSTS } from "./rules/hosts";
import { LOSSES } from "./rules/losses";
import { MARKS } from "./rules/marks";
import { NEW_GROUP } from "./rules/new-group";
import { ON_CALL } from "./rules/on-call";
import { RECOVERY } from "./rules/recovery";
import { TIMES } from "./rules/times";
import { TROUBLED_GROUPS } from "./rules/troubled-groups";
import type { Truth } from "./truth";
import { LABELLED, VOCABULARY } from "./vocabulary";

const RULES: readonly Rule[] = [
  ...[...COUNTS, ...TROUBLED_GROUPS, ...LOSSES, ...RECOVERY, ...TIMES, ...HAPPENED, ...HOSTS],
  ...[...ON_CALL, ...MARKS, ...NEW_GROUP, ...DELETIONS, ...FINDINGS, ...FRAME],
];
const judge = judgeOf(RULES);

/** What the rules found on one page. */
export interface PageReport {
  readonly path: string;
  readonly text: PageText;
  /** How many statements each rule judged. */
  readonly judged: ReadonlyMap<string, number>;
  /** "what is wrong: the text", for statements that are not true and for texts that no rule knows. */
  readonly wrong: readonly string[];
  /** How many true statements were compared with the objects, and how many of them were found wrong once a number or a word was changed. */
  readonly compared: number;
  readonly caught: number;
  /** Those of them that were not. */
  readonly missed: readonly string[];
}

/** A page that is behind on a busy machine is read again, so often; what is wrong stays wrong. */
const READINGS = 5;

/** Reads a page and checks everything that it says: what is wrong is so at each reading. */
export async function checkPage(page: Page, truthOf: (text: PageText) => Truth): Promise<PageReport> {
  for (let reading = 1; ; reading++) {
    const onWall = page.getByRole("region", { name: "Freshness" }).getByText("Live", { exact: true });
    await expect(page.getByRole("button", { name: /^Freshness: Live/ }).or(onWall)).toBeVisible({ timeout: 60_000 });
    const text = await readPage(page);
    // It stopped being live in between: that is for other journeys to look at.
    if (!text.statements.some(saysLive)) continue;
    const report = reportOf(text, truthOf(text));
    if (report.wrong.length === 0 || reading >= READINGS) return report;
    await wait(1_000);
  }
}

/** Reads the dialog that is open, and checks everything that it says. */
export async function checkDialog(page: Page, truthOf: (text: PageText) => Truth): Promise<PageReport> {
  const text = await readPage(page, "dialog[open]");
  return reportOf(text, truthOf(text));
}

/** On a wall display a part of the page says so, elsewhere a button. */
function saysLive({ text, region }: Statement): boolean {
  return text.startsWith("Freshness: Live") || (region === "Freshness" && text === "Live");
}

/** Checks what was read. */
export function reportOf(text: PageText, truth: Truth): PageReport {
  const judged = new Map<string, number>();
  const wrong: string[] = [];
  const missed: string[] = [];
  let compared = 0;
  for (const statement of text.statements) {
    const found = judgementOf(statement, truth);
    if (found === null) wrong.push(`no rule knows: ${placed(statement)}`);
    else {
      judged.set(found.rule, (judged.get(found.rule) ?? 0) + 1);
      if (found.problem !== null) wrong.push(`${found.problem}: ${placed(statement)}`);
      else if (found.compares) {
        compared++;
        if (judgementOf({ ...statement, text: falsified(statement.text) }, truth)?.problem === null) missed.push(`${found.rule}: ${placed(statement)}`);
      }
    }
  }
  return { path: text.path, text, judged, wrong: [...new Set(wrong)], compared, caught: compared - missed.length, missed };
}

/** The rule that knows a statement, and what is wrong with it; null where none does. */
export function judgementOf(statement: Statement, truth: Truth): ReturnType<typeof judge> {
  if (VOCABULARY.has(statement.text) || LABELLED.test(statement.text)) return { rule: "vocabulary", compares: false, problem: null };
  const found = judge(statement, truth);
  if (found !== null) return found;
  // A name may be shown in parts: what all names of a list share stands apart.
  if (statement.about.split("/").at(-1)?.includes(statement.text) === true) return { rule: "part of a name", compares: false, problem: null };
  // A value as it stands in an object says nothing but itself.
  return statement.text.split(/ · |, /).every((part) => truth.isValue(part)) ? { rule: "values", compares: false, problem: null } : null;
}

function placed({ text, from, region, column, about }: Statement): string {
  return `“${text}” (${[from, region, column, about].filter((part) => part !== "").join("; ")})`;
}
