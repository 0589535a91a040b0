import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RULES } from "@/lib/domain/findings/rules";
import { generalText } from "./rule-texts";
import { RULE_WORDS } from "./rule-words";

const DOMAIN = join(process.cwd(), "lib/domain/findings");

/** The folder of a rule by the first digit of its code. */
const ROOMS: Readonly<Record<string, string>> = { 1: "entries", 2: "groups", 3: "services", 4: "localities", 5: "networks", 6: "control-plane" };

/** The rule files as `folder/name`. A file named `shared-*.ts` is used by several rules and is no rule. */
function ruleFiles(): readonly string[] {
  const folders = readdirSync(DOMAIN, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const files = folders.flatMap(({ name: folder }) => readdirSync(join(DOMAIN, folder)).map((file) => `${folder}/${file}`));
  return files.filter((file) => file.endsWith(".ts") && !/\.test\.ts$|\/shared-/.test(file)).map((file) => file.slice(0, -".ts".length));
}

const expected = RULES.map(({ code, name }) => `${ROOMS[code.slice(3, 4)]}/${name}`).sort();

describe("the list of rules", () => {
  it("has a code and a name for each, once", () => {
    expect(new Set(RULES.map(({ code }) => code)).size).toBe(RULES.length);
    expect(new Set(RULES.map(({ name }) => name)).size).toBe(RULES.length);
    for (const { code, name } of RULES)
      expect([code, name]).toEqual([expect.stringMatching(/^STL[1-6]\d\d$/), expect.stringMatching(/^[a-z0-9]+(-[a-z0-9]+)*$/)]);
  });

  it("is in the order of the codes", () => {
    expect(RULES.map(({ code }) => code)).toEqual(RULES.map(({ code }) => code).sort());
  });

  it("has one file for each rule in the folder of its area", () => {
    expect([...ruleFiles()].sort()).toEqual(expected);
  });

  it("has texts for each rule and for no other name", () => {
    expect(Object.keys(RULE_WORDS).sort()).toEqual(RULES.map(({ name }) => name).sort());
  });

  it.each(RULES)("$code $name has a title, a reason, a remedy and a limit", ({ name }) => {
    const words = RULE_WORDS[name];
    expect(words?.title).toMatch(/^[A-Zi].{8,80}[^.]$/);
    for (const text of [words?.why, generalText(words?.whatToDo ?? ""), words?.cannotSee]) expect(text).toMatch(/^.{10,}\.$/);
  });

  it.each(RULES)("$code $name has advice of at most 14 words a sentence", ({ name }) => {
    const sentences = generalText(RULE_WORDS[name]?.whatToDo ?? "").split(/(?<=[.:]) /);
    expect(sentences.filter((sentence) => sentence.split(" ").length > 14)).toEqual([]);
  });
});
