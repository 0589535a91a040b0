import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** Who may not import whom: file, then what it must not import. Every line is planted and must be reported. */
const forbidden: readonly (readonly [file: string, imported: string])[] = [
  ["lib/domain/planted.ts", "../format/age"],
  ["lib/domain/planted.ts", "@/lib/format/text/duration"],
  ["lib/domain/planted.ts", "zod/mini"],
  ["lib/domain/planted.ts", "react"],
  ["lib/domain/planted.ts", "node:fs"],
  ["lib/domain/planted.test.ts", "@/lib/server/clock"],
  ["lib/format/planted.ts", "@/lib/contract/rows"],
  ["lib/format/planted.ts", "zod/mini"],
  ["lib/contract/planted.ts", "zod"],
  ["lib/contract/planted.ts", "@/lib/format/text/duration"],
  ["lib/contract/planted.ts", "@/lib/server/clock"],
  ["lib/server/watch/planted.ts", "../clock"],
  ["lib/server/watch/planted.ts", "@/lib/client/clock"],
  ["lib/server/watch/planted.ts", "@/components/ui/button"],
  ["lib/server/watch/planted.ts", "@/lib/sandbox/main"],
  ["lib/server/watch/planted.ts", "@/lib/testing/builders"],
  ["lib/server/watch/planted.ts", "@/app/layout"],
  ["lib/server/watch/planted.ts", "react"],
  ["lib/server/watch/planted.test.ts", "@/lib/sandbox/main"],
  ["lib/server/derive/planted.ts", "@/lib/server/fleet/fleet-reader"],
  ["lib/server/derive/planted.ts", "@/lib/domain/world"],
  ["lib/server/live/views/planted.ts", "@/lib/server/fleet/columns/fleet-store"],
  ["lib/server/history/queries/planted.ts", "@/lib/server/fleet/columns/entry-columns"],
  ["lib/server/history/planted.test.ts", "@/lib/server/fleet/columns/changed"],
  ["lib/server/export/planted.ts", "@/lib/server/fleet/columns/entry-row"],
  ["lib/server/planted.ts", "./fleet/columns/fleet-store"],
  ["lib/server/planted.ts", "./runtime"],
  ["lib/server/bundle/planted.ts", "@/lib/server/runtime"],
  ["lib/server/fleet/columns/planted.ts", "@/lib/server/runtime"],
  ["lib/server/access/door.ts", "@/lib/server/fleet/columns/fleet-store"],
  ["lib/server/fleet/group-sink.ts", "@/lib/server/fleet/columns/fleet-store"],
  ["lib/server/fleet/search.ts", "./columns/group-table"],
  ["lib/server/fleet/search.ts", "@/lib/server/fleet/columns/group-table"],
  ["lib/bench/planted.ts", "@/lib/server/fleet/columns/standing-list"],
  ["lib/chaos/planted.ts", "@/lib/server/fleet/columns/fleet-store"],
  ["app/entries/page.tsx", "@/lib/server/fleet/columns/fleet-store"],
  ["app/planted.test.ts", "@/lib/server/fleet/columns/fleet-store"],
  ["lib/client/planted.ts", "@/lib/server/clock"],
  ["lib/client/planted.ts", "@/components/ui/button"],
  ["lib/client/planted.ts", "@/lib/testing/builders"],
  ["lib/client/planted.ts", "zod"],
  ["lib/client/planted.ts", "node:fs"],
  ["lib/client/planted.ts", "@kubernetes/client-node"],
  ["lib/sandbox/planted.ts", "@/lib/domain/verdict"],
  ["lib/sandbox/planted.ts", "@/lib/contract/rows"],
  ["lib/sandbox/store/planted.ts", "../planted"],
  ["lib/sandbox/planted.test.ts", "@/lib/testing/builders"],
  ["lib/testing/planted.ts", "@/lib/server/clock"],
  ["lib/testing/server/planted.ts", "@/lib/client/clock"],
  ["lib/testing/server/planted.ts", "@/lib/sandbox/main"],
  ["lib/testing/server/planted.ts", "@/lib/server/fleet/columns/fleet-store"],
  ["lib/chaos/planted.ts", "@/lib/sandbox/main"],
  ["lib/chaos/planted.ts", "@/components/ui/button"],
  ["lib/server/watch/planted.ts", "@/lib/chaos/run-chaos"],
  ["lib/bench/planted.ts", "@/lib/client/live-connection"],
  ["lib/bench/planted.ts", "@/lib/sandbox/main"],
  ["lib/server/watch/planted.ts", "@/lib/bench/traffic"],
  ["lib/client/planted.ts", "@/lib/chaos/run-chaos"],
  ["lib/testing/planted.ts", "@/components/ui/button"],
  ["lib/deployment/planted.test.ts", "@/lib/client/clock"],
  ["lib/deployment/planted.test.ts", "@/components/ui/button"],
  ["components/ui/planted.tsx", "@/lib/domain/verdict"],
  ["components/ui/planted.tsx", "@/components/state/badge"],
  ["components/table/planted.tsx", "@/components/entries/row"],
  ["components/table/planted.tsx", "@/lib/server/clock"],
  ["components/entries/planted.tsx", "@/components/groups/row"],
  ["components/entries/planted.tsx", "@/lib/server/clock"],
  ["components/entries/planted.tsx", "@/lib/testing/builders"],
  ["components/entries/planted.tsx", "undici"],
  ["app/entries/helper.tsx", "@/lib/server/clock"],
  ["app/entries/page.tsx", "@/lib/sandbox/main"],
  ["app/entries/page.tsx", "@/lib/testing/builders"],
  ["app/entries/page.tsx", "@/lib/server/runtime"],
  ["app/api/live/route.ts", "@/lib/server/runtime"],
  ["app/planted.test.ts", "@/lib/sandbox/main"],
  ["proxy.ts", "@/lib/server/fleet/store"],
  ["e2e/planted.spec.ts", "@/lib/domain/verdict"],
  ["e2e/planted.spec.ts", "@/lib/server/clock"],
  ["e2e/planted.spec.ts", "@/lib/tooling/root.mjs"],
  ["e2e/planted.spec.ts", "@/lib/testing/server/remembered-fleet"],
  ["e2e/planted.spec.ts", "../lib/testing/builders"],
  ["lib/tooling/planted.ts", "@/lib/domain/verdict"],
  ["lib/tooling/public-names/planted.ts", "@/lib/sandbox/main"],
  ["lib/tooling/public-names/planted.ts", "@/lib/testing/entries"],
  ["lib/newroom/planted.ts", "@/lib/domain/verdict"],
];

/** What the floors must let through, or they would be no floors but walls. */
const allowed: readonly (readonly [file: string, imported: string])[] = [
  ["lib/domain/planted.ts", "./verdict"],
  ["lib/domain/planted.test.ts", "vitest"],
  ["lib/domain/planted.test.ts", "@/lib/testing/builders"],
  ["lib/format/planted.ts", "@/lib/domain/verdict"],
  ["lib/format/text/planted.ts", "@/lib/format/planted"],
  ["lib/contract/planted.ts", "zod/mini"],
  ["lib/server/watch/planted.ts", "@/lib/server/clock"],
  ["lib/server/live/views/planted.ts", "@/lib/server/fleet/fleet-reader"],
  ["lib/server/fleet/live-fleet.ts", "./columns/column-fleet"],
  ["lib/server/fleet/columns/planted.ts", "@/lib/server/fleet/changed-parts"],
  ["lib/server/fleet/columns/planted.test.ts", "@/lib/server/fleet/columns/changed"],
  ["lib/server/watch/planted.ts", "node:fs"],
  ["lib/server/watch/planted.ts", "undici"],
  ["lib/server/planted.ts", "zod"],
  ["lib/server/access/door.ts", "@/lib/server/runtime"],
  ["lib/server/derive/planted.ts", "@/lib/server/clock"],
  ["lib/client/planted.ts", "@/lib/contract/rows"],
  ["lib/testing/server/planted.ts", "@/lib/server/clock"],
  ["lib/chaos/planted.ts", "@/lib/server/clock"],
  ["lib/chaos/planted.ts", "@/lib/client/live-connection"],
  ["lib/bench/planted.ts", "@/lib/server/clock"],
  ["lib/client/planted.ts", "react"],
  ["lib/sandbox/store/planted.ts", "@/lib/sandbox/clock"],
  ["components/ui/planted.tsx", "radix-ui"],
  ["components/entries/planted.tsx", "@/components/state/badge"],
  ["components/entries/planted.tsx", "@/lib/client/clock"],
  ["app/entries/page.tsx", "@/lib/server/first-paint"],
  ["app/api/live/route.ts", "@/lib/server/access/door"],
  ["app/api/readyz/route.ts", "@/lib/server/runtime"],
  ["app/planted.test.ts", "@/lib/testing/entries"],
  ["app/entries/helper.tsx", "@/components/entries/entries-view"],
  ["instrumentation.ts", "@/lib/server/runtime"],
  ["lib/tooling/public-names/planted.ts", "@/lib/contract/rows"],
  ["lib/tooling/public-names/planted.ts", "@/lib/server/config"],
  ["e2e/planted.spec.ts", "@/lib/testing/tcp-proxy"],
  ["e2e/planted.spec.ts", "@/lib/tooling/children.mjs"],
  ["e2e/cluster/planted.spec.ts", "@/e2e/fixtures"],
];

const importsByFile = new Map<string, string[]>();
for (const [file, imported] of [...forbidden, ...allowed]) importsByFile.set(file, [...(importsByFile.get(file) ?? []), imported]);

const project = process.cwd();
let folder = "";
let reported = new Set<string>();

beforeAll(() => {
  mkdirSync(join(project, ".stolos"), { recursive: true });
  folder = mkdtempSync(join(project, ".stolos", "floors-"));
  copyFileSync(join(project, "biome.json"), join(folder, "biome.json"));
  for (const [file, imports] of importsByFile) plant(file, imports);
  reported = reportedImports();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the floors, as the linter holds them", () => {
  it.each(forbidden)("%s may not import %s", (file, imported) => {
    expect(reported).toContain(`${file} ${imported}`);
  });

  it.each(allowed)("%s may import %s", (file, imported) => {
    expect(reported).not.toContain(`${file} ${imported}`);
  });
});

it("reports code that is built from strings", () => {
  const sources = [`export const sum = new Function("a", "b", "return a + b");`, `export const two = Function("return 2");`, `export const three = eval("3");`];
  writeFileSync(join(folder, "lib/domain/built.ts"), `${sources.join("\n")}\n`);
  const rules = ["--only=style/noRestrictedGlobals", "--only=security/noGlobalEval"];
  expect(reportedLines([...rules, "lib/domain/built.ts"])).toEqual(["lib/domain/built.ts 1", "lib/domain/built.ts 2", "lib/domain/built.ts 3"]);
});

/** One import per line, in the order given, so that a line number names an import. */
function plant(file: string, imports: readonly string[]) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), imports.map((imported) => `import "${imported}";\n`).join(""));
}

function reportedImports(): Set<string> {
  const lines = reportedLines(["--only=style/noRestrictedImports", "."]);
  return new Set(
    lines.map((line) => {
      const [file = "", number] = line.split(" ");
      return `${file} ${importsByFile.get(file)?.[Number(number) - 1]}`;
    }),
  );
}

/** The reported lines as `FILE NUMBER`, sorted. */
function reportedLines(options: readonly string[]): string[] {
  const biome = join(project, "node_modules/@biomejs/biome/bin/biome");
  const args = [biome, "lint", "--max-diagnostics=none", "--reporter=json", ...options];
  const report = JSON.parse(outputOf(args)) as { diagnostics: { location: { path: string; start: { line: number } } }[] };
  return report.diagnostics.map(({ location }) => `${location.path} ${location.start.line}`).sort();
}

/** Biome ends with 1 when it found something, which is the point here. */
function outputOf(args: string[]): string {
  try {
    return execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}
