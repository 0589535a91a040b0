import { describe, expect, it } from "vitest";
import { readTree, structureOf } from "./structure.mjs";

const lines = (count: number) => "export const a = 1;\n".repeat(count);
const tree = (files: Record<string, string>) => structureOf(new Map(Object.entries(files)), new Set(["lib/a"]));

describe("the structure of the sources", () => {
  it("counts a small file with one importer in its folder as a splinter, but no test, no file with two importers and no lazy module", () => {
    const structure = tree({
      "lib/a/main.ts": `import { a } from "./part";\nimport { b } from "@/lib/a/shared";\nimport("./lazy");\n${lines(50)}`,
      "lib/a/other.ts": `import { b } from "./shared";\n${lines(50)}`,
      "lib/a/part.ts": lines(10),
      "lib/a/shared.ts": lines(10),
      "lib/a/lazy.ts": lines(10),
      "lib/a/part.test.ts": `import { a } from "./part";\n`,
    });
    expect(structure.splinters).toEqual(["lib/a/part.ts"]);
    expect(structure.filesOf40To60Lines).toEqual(["lib/a/main.ts", "lib/a/other.ts"]);
    expect([structure.files, structure.productFiles]).toEqual([6, 5]);
  });

  it("lists rooms that import each other, and rooms without a README", () => {
    const structure = tree({ "lib/a/one.ts": `import { b } from "@/lib/b/two";\n`, "lib/b/two.ts": `import { a } from "@/lib/a/one";\n` });
    expect(structure.roomsThatImportEachOther).toEqual(["lib/a and lib/b"]);
    expect(structure.roomsWithoutReadme).toEqual(["lib/b"]);
  });

  it("counts lines without comments and blanks", () => {
    expect(tree({ "lib/a/one.ts": "/** A fact. */\n\n// why\nexport const a = 1;\n/*\n * more\n */\n" }).codeLines).toBe(1);
  });

  it("reads the whole tree", () => {
    expect(structureOf(readTree(process.cwd())).productFiles).toBeGreaterThan(2_000);
  });
});
