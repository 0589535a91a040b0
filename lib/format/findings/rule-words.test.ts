import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Rule } from "@/lib/domain/findings/rule";
import { RULES } from "@/lib/domain/findings/rules";
import { findingsOf } from "@/lib/testing/finding-cases";
import { arbitraryFindingObjects } from "@/lib/testing/finding-worlds";
import { fittingText, generalText } from "./rule-texts";
import { RULE_WORDS } from "./rule-words";

const DOMAIN = join(process.cwd(), "lib/domain/findings");

/** The folder or file of an area by the first digit of its codes. */
const AREAS: Readonly<Record<string, string>> = { 1: "entries/", 2: "groups/", 3: "services/", 4: "localities/", 5: "networks/", 6: "control-plane.ts" };

/** The codes that the files of each area declare, as `area code`. */
function declaredCodes(): readonly string[] {
  const files = readdirSync(DOMAIN, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  const codes = (file: string) => [...readFileSync(join(DOMAIN, file), "utf8").matchAll(/^ {2}code: "(STL\d+)",$/gm)].map(([, code]) => code ?? "");
  return files.flatMap((file) => codes(file).map((code) => `${file.replace(/\/.*/, "/")} ${code}`));
}

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

  it("has each rule that a file of its area declares", () => {
    expect([...declaredCodes()].sort()).toEqual(RULES.map(({ code }) => `${AREAS[code.slice(3, 4)]} ${code}`).sort());
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

/** Signs of a value that a text needs and the finding does not have. */
const GAP = /undefined|null|NaN|\[object| {2}| [.,;]| :(?!:)|\(\)|^ | $/;

it("each finding in 60 random worlds has a sentence and advice without gaps", () => {
  const faulty = new Set<string>();
  fc.assert(
    fc.property(arbitraryFindingObjects, (objects) => {
      for (const rule of RULES as readonly Rule[])
        for (const { detected } of findingsOf(rule, objects)) {
          const texts = RULE_WORDS[rule.name];
          if (texts === undefined) continue;
          const shown = [texts.found(detected), fittingText(texts.whatToDo, detected)];
          for (const text of shown) if (!/^\S.*[.)]$/s.test(text) || GAP.test(text)) faulty.add(`${rule.code}: ${text}`);
        }
    }),
    { numRuns: 60, seed: 42 },
  );
  expect([...faulty]).toEqual([]);
});
