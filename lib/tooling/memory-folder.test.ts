import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";

const parent = mkdtempSync(join(tmpdir(), "stolos-parent-"));
const MODULE = new URL("./memory-folder.mjs", import.meta.url).href;

afterAll(() => rmSync(parent, { recursive: true, force: true }));

/** Runs an expression of `memoryFolder` in a process, and returns its value after the exit. */
function inProcess(expression: string): unknown {
  const script = `import { statSync } from "node:fs"; import { memoryFolder } from ${JSON.stringify(MODULE)}; console.log(JSON.stringify(${expression}));`;
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }));
}

it("creates one folder for a process, which other users may open, and deletes it at the exit", () => {
  const folder = `memoryFolder(${JSON.stringify(parent)}, { bytes: 0, memory: 0 })`;
  const [first, second, mode] = inProcess(`[${folder}, ${folder}, statSync(${folder}).mode & 0o777]`) as [string, string, number];
  expect([first.startsWith(parent), second, mode]).toEqual([true, first, 0o755]);
  expect(existsSync(first)).toBe(false);
});

it("returns null on a system without a file system in memory", () => {
  expect(inProcess(`memoryFolder(${JSON.stringify(join(parent, "missing"))})`)).toBeNull();
});

it.each([
  ["disk", { bytes: 1e18, memory: 0 }],
  ["memory", { bytes: 0, memory: 1e18 }],
])("returns null if the machine has too little free %s", (_what, least) => {
  expect(inProcess(`memoryFolder(${JSON.stringify(parent)}, ${JSON.stringify(least)})`)).toBeNull();
});
