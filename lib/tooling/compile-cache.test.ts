import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const CACHE = pathToFileURL("e2e/compile-cache.mjs").href;
/** Modules below the cache's limit are compiled each time. */
const PADDING = `// ${"-".repeat(3_000)}`;

it("a program with cached code prints the same as without the cache, and a changed text is compiled again", () => {
  const folder = mkdtempSync(join(tmpdir(), "stolos-compiled-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const told = "[module.exports === exports, require.main === module, require.resolve('./part.cjs'), __filename, __dirname, require('./part.cjs').said()]";
  writeFileSync(join(folder, "program.cjs"), `${PADDING}\nprocess.stdout.write(JSON.stringify(${told}));`);
  const write = (word: string) => {
    writeFileSync(join(folder, "part.cjs"), `"use strict";\n${PADDING}\nexports.said = () => [${JSON.stringify(word)}, this === undefined, typeof this];`);
  };
  const run = (...args: readonly string[]) => execFileSync(process.execPath, [...args, join(folder, "program.cjs")], { cwd: folder, encoding: "utf8" });

  write("first");
  const plain = run();
  expect(run("--import", CACHE)).toBe(plain);
  expect(readdirSync(join(folder, ".stolos/compiled"))).toHaveLength(2);
  expect(run("--import", CACHE), "from the cache").toBe(plain);
  expect(readdirSync(join(folder, ".stolos/compiled")), "nothing was compiled again").toHaveLength(2);
  // V8 itself compares the lengths of texts only.
  write("third");
  expect(run("--import", CACHE)).toBe(plain.replace("first", "third"));
  expect(readdirSync(join(folder, ".stolos/compiled"))).toHaveLength(3);
});
