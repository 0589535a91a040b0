import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { RULES } from "@/lib/domain/findings/rules";
import { RULE_WORDS } from "./rule-words";

const DOMAIN = join(process.cwd(), "lib/domain/findings");
const FORMAT = join(process.cwd(), "lib/format/findings");

/** The rooms of rules, by the first digit of the codes in them. */
const ROOMS: Readonly<Record<string, string>> = { 1: "entries", 2: "groups", 3: "hosts", 4: "places", 5: "networks", 6: "control-plane" };

/** The files of a floor's rooms as `room/name`, without tests. */
function filesOf(floor: string): readonly string[] {
  const rooms = readdirSync(floor, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const files = rooms.flatMap(({ name: room }) => readdirSync(join(floor, room)).map((file) => `${room}/${file}`));
  return files.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts")).map((file) => file.slice(0, -".ts".length));
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

  it("has a file of each rule in its room, and no other; so have the words", () => {
    // A file beside the rules that is none of them holds what several of a room share.
    const shared = (files: readonly string[]) => files.filter((file) => !file.split("/")[1]?.startsWith("shared-")).sort();
    expect(shared(filesOf(DOMAIN))).toEqual(expected);
    expect(shared(filesOf(FORMAT))).toEqual(expected);
    expect(Object.keys(RULE_WORDS).sort()).toEqual(RULES.map(({ name }) => name).sort());
  });

  it.each(RULES)("$code $name says what it finds, why it matters, what to do and what it cannot see", ({ name }) => {
    const words = RULE_WORDS[name];
    expect(words?.title).toMatch(/^[A-Zi].{8,80}[^.]$/);
    for (const text of [words?.why, words?.whatToDo, words?.cannotSee]) expect(text).toMatch(/^.{10,}\.$/);
  });
});
