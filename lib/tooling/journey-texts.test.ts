import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** The largest number of control names that journeys may depend on. */
const MOST_LABELS = 150;

/** Playwright's ways to find or compare text, followed by a literal: a string, a template or a pattern. */
const CALLS =
  "getBy(?:Text|Label|Placeholder|Title|AltText)|to(?:Contain|Have)Text|toHaveAccessible(?:Name|Description)|expectHeadline|expectWords|expectCells";
const LITERAL = /"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/(?![/*])(?:[^/\\\n[]|\\.|\[(?:[^\]\\]|\\.)*\])+\//.source;
const TEXT_USE = new RegExp(
  `(?:\\b(?:${CALLS})\\((?:page, )?\\s*\\[?|\\bhas(?:Not)?Text: |getByRole\\(\\s*["'][a-z]+["'],\\s*\\{[^}]*?\\bname: )(${LITERAL})`,
  "g",
);

/** Two words in a row, or one word with a capital as it begins a sentence or a state. Object names, fields and addresses have neither. */
const PROSE = /[A-Za-z]{2,}[,;:.]? [A-Za-z]{2,}|^[\^\s]*[A-Z][a-z]+\b(?![.:/-])/;

const journeys = readdirSync("e2e", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && path !== "labels.ts")
  .map((path) => `e2e/${path}`);

/** Values that look like prose: commands to copy, lines of YAML, and the status of a condition. */
const VALUES = /\b(kubectl|istioctl|journalctl|get workloadgroup|create token)\b|^kind: \w+$|^(True|False)$/;

/** Literals in a journey that are text for people, each as "PATH:LINE LITERAL". */
function proseIn(path: string, source: string): readonly string[] {
  // The journey itself writes these texts: into a field, a setting, an object, or as the report of a machine.
  const written = source.replace(TEXT_USE, "");
  return [...source.matchAll(TEXT_USE)].flatMap((match) => {
    const [, literal = ""] = match;
    const own = literal.slice(1, -1);
    // A substitution is a value that the test has: the text around it counts.
    const text = own.replace(/\$\{[^}]*\}/g, "0");
    if (!PROSE.test(text) || VALUES.test(text) || written.includes(own)) return [];
    return [`${path}:${source.slice(0, match.index).split("\n").length} ${literal}`];
  });
}

describe("journeys", () => {
  it("find and compare no text for people: only labels, values of objects, ids and data attributes", () => {
    expect(journeys.flatMap((path) => proseIn(path, readFileSync(path, "utf8")))).toEqual([]);
  });

  it(`depend on at most ${MOST_LABELS} names of controls, none of which is a sentence`, () => {
    const labels = readFileSync("e2e/labels.ts", "utf8").match(/^ {2}\w+: .*$/gm) ?? [];
    expect(labels.length).toBeGreaterThan(50);
    expect(labels.length).toBeLessThanOrEqual(MOST_LABELS);
    expect(labels.filter((label) => /[.!]["`],$/.test(label))).toEqual([]);
  });
});

describe("prose in a journey", () => {
  it.each([
    [`page.getByText("No such group can be seen")`, 1],
    [`expect(row).toContainText(/^\\d+ of 48 expected machines/)`, 1],
    ["getByRole('row', { name: `Lost machine` })", 1],
    [`rows.filter({ hasText: "it left as planned" })`, 1],
    [`getByRole("button", { name: "Apply" })`, 1],
    [`getByRole("link", { name: "card-gateway", exact: true })`, 0],
    [`expect(cell).toHaveText("24/24")`, 0],
    [`expect(fact).toContainText("istio.io/connectedAt")`, 0],
    [`expect(cell).toHaveText(name)`, 0],
    [`await why.fill("moves next month"); expect(row).toContainText("moves next month")`, 0],
    [`expect(commands).toContainText("kubectl -n shop get pods")`, 0],
    [`getByRole("button", { name: BUTTON.apply })`, 0],
  ])("is found in %s: %i", (source, count) => {
    expect(proseIn("journey.ts", source)).toHaveLength(count);
  });
});
