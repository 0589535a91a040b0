import { describe, expect, it } from "vitest";
import { anchorsOf, citationProblems, citationsIn, citationTable } from "./citations.mjs";

const PATHS = ["docs/istio.md", "lib/domain/verdict/verdict.ts", "app/c/[cluster]/page.tsx"];
const HEADINGS = ["F10", "R7"];
const world = {
  exists: (path: string) => PATHS.includes(path),
  hasAnchor: (document: string, anchor: string) => document === "docs/istio.md" && ["labels", "weight"].includes(anchor),
  hasHeading: (document: string, code: string) => document === "docs/faults.md" && HEADINGS.includes(code),
  parts: ["P3"],
  recordings: ["mixed"],
  documents: ["glossary.md"],
};
const citedBy = (text: string, file = "lib/a.ts") =>
  citationsIn(file, text, world).map(({ kind, cited, isResolved }: Record<string, unknown>) => [kind, cited, isResolved]);

describe("a citation", () => {
  it.each([
    ["section of a fact list", "// metadata wins (facts 4.2).", "facts 4.2"],
    ["section of a fact list", "Each rule names its section of the facts\nabout Istio.", "the facts\nabout Istio"],
    ["section sign", "// as in §4.2", "§4"],
    ["name of a document", "// see facts.md", "facts.md"],
    ["document without a path", "/** The hour of the drawing. */", "of the drawing"],
    ["path outside the repository", "/** As ../other/cluster writes it. */", "../other/cluster"],
    ["capability or observation", "/** Out of the mesh (X15). */", "X15"],
    ["fault", 'it("lists again (F11)")', "F11"],
    ["goal", 'told("R9 lost rows", 0)', "R9"],
    ["goal", "/** Within the limit (goal R9). */", "goal R9"],
    ["part of the bench", "/** P99: what an event costs. */", "P99"],
    ["recording", "/** Never (recording gone). */", "recording gone)"],
    ["link to a document", "// see docs/istio.md#gone", "docs/istio.md#gone"],
    ["link to a document", "// see docs/istio.md#labels, #gone", "docs/istio.md#labels, #gone"],
    ["link to a document", "/**\n * See docs/istio.md#labels,\n * #gone.\n */", "docs/istio.md#labels,\n * #gone"],
    ["link to a document", "// see docs/gone.md", "docs/gone.md"],
    ["path of a file", "// see lib/domain/gone.ts", "lib/domain/gone.ts"],
  ])("is unresolved if the repository does not have it (%s: %s)", (kind, text, cited) => {
    expect(citedBy(text)).toContainEqual([kind, cited, false]);
  });

  it.each([
    ["fault", 'it("lists again (F10)")', "F10"],
    ["goal", 'told("R7 lost rows", 0)', "R7"],
    ["part of the bench", "/** P3: what an event costs. */", "P3"],
    ["recording", "/** Never (recording mixed). */", "recording mixed)"],
    ["link to a document", "// see docs/istio.md#labels", "docs/istio.md#labels"],
    ["link to a document", "// see docs/istio.md#labels, #weight", "docs/istio.md#labels, #weight"],
    ["name of a document", "// see glossary.md", "glossary.md"],
    ["path of a file", "// see @/lib/domain/verdict/verdict", "@/lib/domain/verdict/verdict"],
    ["path of a file", "/** A page (app/c/[cluster]/page.tsx). */", "app/c/[cluster]/page.tsx"],
  ])("is resolved if the repository has it (%s: %s)", (kind, text, cited) => {
    expect(citedBy(text)).toEqual([[kind, cited, true]]);
  });

  it("counts as a path in comments only", () => {
    expect(citedBy('const path = "lib/domain/gone.ts"; // the path')).toEqual([]);
  });

  it("resolves a heading in documents, from their folder", () => {
    expect(citedBy("[labels](istio.md#labels), [gone](#gone)", "docs/faults.md")).toEqual([
      ["link to a heading", "](istio.md#labels)", true],
      ["link to a heading", "](#gone)", false],
    ]);
  });

  it.each(["%ED%A0%80", "M80V0", "const FX12 = 1", "the facts of a group", "CVE-2025-55182"])("is not found in %s", (text) => {
    expect(citedBy(text)).toEqual([]);
  });
});

it("has the line of its text, and a count by kind", () => {
  const found = citationsIn("lib/a.ts", "// one\n// two (facts 4.2)\n// three (facts 4.3, F10)", world);
  expect(citationProblems(found)).toEqual([
    "lib/a.ts:2 cites facts 4.2 (section of a fact list), which the repository does not have",
    "lib/a.ts:3 cites facts 4.3 (section of a fact list), which the repository does not have",
  ]);
  const table = citationTable(found);
  expect(table).toContainEqual({ kind: "section of a fact list", citations: 2, unresolved: 2, files: 1 });
  expect(table).toContainEqual({ kind: "fault", citations: 1, unresolved: 0, files: 1 });
});

it("anchors are those that GitHub makes of headings, without blocks of code", () => {
  expect(anchorsOf("# Istio's rules\n\n## IP families\n```\n# not one\n```\n### F10: `version` too large")).toEqual([
    "istios-rules",
    "ip-families",
    "f10-version-too-large",
  ]);
});
