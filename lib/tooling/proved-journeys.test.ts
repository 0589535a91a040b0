import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { PROVED_JOURNEYS } from "./proved-journeys.mjs";

const paths = readdirSync("e2e", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".spec.ts"))
  .map((path) => `e2e/${path}`);
const KINDS: readonly { readonly courses: readonly { readonly spec: string; readonly tag: string }[] }[] = JSON.parse(readFileSync("e2e/courses.json", "utf8"));
const COURSES = KINDS.flatMap(({ courses }) => courses);
const parts = Object.values(PROVED_JOURNEYS).flat();

/** What a journey takes of `proof-extent.ts` where it plays a part only. */
const PLAYS_A_PART = /\b(isWhole|someOf|waysOf)\b[^;]*from "(\.|@\/e2e)\/proof-extent"/;

describe("a journey of which npm test plays a part", () => {
  const inPart = [...paths.filter((path) => PLAYS_A_PART.test(readFileSync(path, "utf8"))), ...new Set(COURSES.map(({ spec }) => `e2e/${spec}.spec.ts`))];

  it.each(inPart)("is played whole by a long proof: %s", (path) => {
    expect(parts.some((part) => path.includes(part))).toBe(true);
  });

  it("is found: there are some", () => {
    expect(inPart.length).toBeGreaterThan(15);
  });

  it.each(COURSES)("has one test with the tag $tag in $spec", ({ spec, tag }) => {
    expect(readFileSync(`e2e/${spec}.spec.ts`, "utf8").split(`tag: "${tag}"`)).toHaveLength(2);
  });

  it("is there for every name that a proof gives", () => {
    expect(parts.filter((part) => !paths.some((path) => path.includes(part)))).toEqual([]);
  });
});
