import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withImportOverrides, withLayerTables } from "./generate/import-rules";

/** The imports that each file of `PERMITTED` plants, by a short name. */
const IMPORTS: Readonly<Record<string, string>> = {
  sibling: "./planted",
  parent: "../planted",
  domain: "@/lib/domain/planted",
  format: "@/lib/format/planted",
  "shown-text": "@/lib/format/shown-text",
  contract: "@/lib/contract/planted",
  server: "@/lib/server/planted",
  clock: "@/lib/server/clock",
  http: "@/lib/server/http/planted",
  runtime: "@/lib/server/runtime",
  columns: "@/lib/server/fleet/columns/planted",
  client: "@/lib/client/planted",
  "apply-frame": "@/lib/client/apply-frame",
  ui: "@/components/ui/planted",
  table: "@/components/table/planted",
  entry: "@/components/entry/planted",
  app: "@/app/planted",
  proxy: "@/proxy",
  instrumentation: "@/instrumentation",
  sandbox: "@/lib/sandbox/planted",
  deployment: "@/lib/deployment/planted",
  testing: "@/lib/testing/planted",
  "testing-server": "@/lib/testing/server/planted",
  "played-past": "@/lib/testing/played-past/planted",
  chaos: "@/lib/chaos/planted",
  bench: "@/lib/bench/planted",
  tooling: "@/lib/tooling/planted",
  children: "@/lib/tooling/children.mjs",
  e2e: "@/e2e/planted",
  "new-folder": "@/lib/new-folder/planted",
  zod: "zod",
  mini: "zod/mini",
  react: "react",
  query: "@tanstack/react-query",
  radix: "radix-ui",
  next: "next/server",
  node: "node:fs",
  undici: "undici",
  kubernetes: "@kubernetes/client-node",
  vitest: "vitest",
};

// Written by hand: nothing here comes from the table that it checks.
const FORMAT = "format shown-text";
const MODEL = `domain ${FORMAT} contract`;
const SERVER = "server clock http";
const CLIENT = "client apply-frame";
const TESTING = "testing testing-server played-past";
const ANYWHERE = "mini vitest";
const IN_BROWSER = `${ANYWHERE} react query radix next`;
const IN_NODE = `${ANYWHERE} zod node undici kubernetes next`;
const ALL_PACKAGES = `${IN_BROWSER} ${IN_NODE}`;
const COMPONENT = `ui table ${MODEL} ${CLIENT}`;
const PAGE = `${COMPONENT} entry`;
const PRODUCT = `${PAGE} ${SERVER} runtime columns`;

/** The imports that each file may use. The linter must report all others. */
const PERMITTED: readonly (readonly [file: string, imports: string])[] = [
  ["lib/domain/planted.ts", "sibling domain"],
  ["lib/domain/planted.test.ts", `sibling domain ${TESTING} ${ALL_PACKAGES}`],
  ["lib/domain/findings/planted.ts", "sibling domain"],
  ["lib/format/planted.ts", `sibling domain ${FORMAT}`],
  ["lib/format/text/planted.ts", `sibling domain ${FORMAT}`],
  ["lib/format/planted.test.ts", `sibling domain ${FORMAT} ${TESTING} ${ALL_PACKAGES}`],
  ["lib/contract/planted.ts", "sibling domain contract mini"],
  ["lib/contract/planted.test.ts", `sibling domain contract ${TESTING} ${ALL_PACKAGES}`],
  ["lib/server/planted.ts", `sibling ${MODEL} ${SERVER} ${IN_NODE}`],
  ["lib/server/watch/planted.ts", `sibling ${MODEL} ${SERVER} ${IN_NODE}`],
  ["lib/server/live/planted.ts", `sibling ${MODEL} ${SERVER} ${IN_NODE}`],
  ["lib/server/live/views/planted.ts", `sibling ${MODEL} ${SERVER} ${IN_NODE}`],
  ["lib/server/fleet/planted.ts", `sibling ${MODEL} ${SERVER} ${IN_NODE}`],
  ["lib/server/fleet/live-fleet.ts", `sibling ${MODEL} ${SERVER} columns ${IN_NODE}`],
  ["lib/server/fleet/still-fleet.ts", `sibling ${MODEL} ${SERVER} columns ${IN_NODE}`],
  ["lib/server/fleet/entry-sink.ts", `sibling ${MODEL} ${SERVER} columns ${IN_NODE}`],
  ["lib/server/fleet/columns/planted.ts", `sibling ${MODEL} ${SERVER} columns ${IN_NODE}`],
  ["lib/server/fleet/planted.test.ts", `sibling ${MODEL} ${SERVER} runtime columns ${TESTING} ${ALL_PACKAGES}`],
  ["lib/server/fleet/columns/planted.test.ts", `sibling ${MODEL} ${SERVER} runtime columns ${TESTING} ${ALL_PACKAGES}`],
  ["lib/server/access/planted.ts", `sibling ${MODEL} ${SERVER} ${IN_NODE}`],
  ["lib/server/request-checks.ts", `sibling ${MODEL} ${SERVER} runtime ${IN_NODE}`],
  ["lib/server/derive/planted.ts", "sibling clock"],
  ["lib/server/watch/planted.test.ts", `sibling ${MODEL} ${SERVER} runtime ${TESTING} ${ALL_PACKAGES}`],
  ["lib/server/watch/planted.fixture.ts", `sibling ${MODEL} ${SERVER} runtime ${TESTING} ${ALL_PACKAGES}`],
  ["lib/server/watch/planted.fixture.tsx", `sibling ${MODEL} ${SERVER} ${IN_NODE}`],
  ["lib/client/planted.ts", `sibling ${MODEL} ${CLIENT} ${IN_BROWSER}`],
  ["lib/client/planted.test.tsx", `sibling ${MODEL} ${CLIENT} ${TESTING} ${ALL_PACKAGES}`],
  ["components/ui/planted.tsx", `sibling shown-text ${IN_BROWSER}`],
  ["components/ui/planted.test.tsx", `sibling ${COMPONENT} ${TESTING} ${ALL_PACKAGES}`],
  ["components/table/planted.tsx", `sibling ${COMPONENT} ${IN_BROWSER}`],
  ["components/entry/planted.tsx", `sibling ${COMPONENT} ${IN_BROWSER}`],
  ["components/entry/planted.test.tsx", `sibling ${COMPONENT} ${TESTING} ${ALL_PACKAGES}`],
  ["app/entries/planted.tsx", `sibling ${PAGE} ${IN_BROWSER} node undici kubernetes`],
  ["app/entries/page.tsx", `sibling ${PAGE} ${SERVER} ${IN_BROWSER} node undici kubernetes`],
  ["app/api/live/route.ts", `sibling ${PAGE} ${SERVER} ${IN_BROWSER} node undici kubernetes`],
  ["app/api/readyz/route.ts", `sibling ${PAGE} ${SERVER} runtime ${IN_BROWSER} node undici kubernetes`],
  ["app/planted.test.ts", `sibling ${PAGE} ${SERVER} runtime proxy instrumentation ${TESTING} ${ALL_PACKAGES}`],
  ["app/planted.fixture.tsx", `sibling ${PAGE} ${SERVER} runtime proxy instrumentation ${TESTING} ${ALL_PACKAGES}`],
  ["app/planted.fixture.ts", `sibling ${PAGE} ${IN_BROWSER} node undici kubernetes`],
  ["proxy.ts", `sibling runtime http ${ALL_PACKAGES}`],
  ["instrumentation.ts", `sibling runtime http ${ALL_PACKAGES}`],
  ["lib/sandbox/store/planted.ts", `sibling sandbox ${ANYWHERE} zod node undici`],
  ["lib/sandbox/planted.test.ts", `sibling sandbox ${ANYWHERE} zod node undici`],
  ["lib/deployment/planted.test.ts", `sibling domain ${SERVER} runtime columns sandbox ${ALL_PACKAGES}`],
  ["lib/testing/planted.ts", `sibling ${MODEL} ${TESTING} ${ALL_PACKAGES}`],
  ["lib/testing/server/planted.ts", `sibling ${MODEL} ${SERVER} runtime ${TESTING} ${ALL_PACKAGES}`],
  ["lib/testing/played-past/planted.ts", `sibling domain contract ${SERVER} runtime sandbox ${TESTING} ${ALL_PACKAGES}`],
  ["lib/chaos/planted.ts", `sibling domain contract ${SERVER} runtime ${CLIENT} chaos ${TESTING} ${ALL_PACKAGES}`],
  ["lib/bench/planted.ts", `sibling domain contract ${SERVER} runtime apply-frame ${TESTING} ${ALL_PACKAGES}`],
  ["lib/tooling/planted.ts", `sibling ${ALL_PACKAGES}`],
  ["lib/tooling/planted.test.ts", `sibling ${ALL_PACKAGES}`],
  ["lib/tooling/generate/planted.ts", `sibling ${PRODUCT} tooling children ${ALL_PACKAGES}`],
  ["lib/tooling/public-names/planted.ts", `sibling ${PRODUCT} tooling children ${ALL_PACKAGES}`],
  ["e2e/planted.spec.ts", `sibling testing played-past children e2e ${ALL_PACKAGES}`],
  ["e2e/cluster/planted.ts", `sibling testing played-past children e2e ${ALL_PACKAGES}`],
  ["lib/new-folder/planted.ts", `sibling ${ALL_PACKAGES}`],
];

/** Statements that only some files may use, with the files that may not and those that may. */
const STATEMENTS: readonly (readonly [statement: string, denied: readonly string[], permitted: readonly string[]])[] = [
  ['import "./runtime";', ["lib/server/stated.ts"], ["lib/server/request-checks.ts"]],
  ['import "./fleet/columns/planted";', ["lib/server/stated.ts"], []],
  ['import "./columns/planted";', ["lib/server/fleet/stated.ts"], ["lib/server/fleet/live-fleet.ts", "lib/server/fleet/stated.test.ts"]],
  ...["matching", "stored-endpoints"].flatMap((file) =>
    ["reasonsAgainst", "isStoredByIstiod", "selectedCandidates"].map(
      (name) =>
        [
          `import { ${name} } from "@/lib/domain/selection/${file}";`,
          ["lib/domain/findings/stated.ts", "lib/format/stated.ts", "lib/server/live/stated.ts"],
          ["lib/domain/selection/stated.ts", "lib/domain/findings/stated.test.ts", "lib/server/stated.ts"],
        ] as const,
    ),
  ),
  [
    'import { selectionMatch } from "@/lib/domain/selection/matching";',
    ["lib/new-folder/stated.ts"],
    ["lib/domain/findings/stated.ts", "lib/format/stated.ts", "lib/server/live/stated.ts"],
  ],
];

const sources = new Map<string, string[]>();
for (const [file] of PERMITTED) for (const imported of Object.values(IMPORTS)) plant(file, `import "${imported}";`);
for (const [statement, denied, permitted] of STATEMENTS) for (const file of [...denied, ...permitted]) plant(file, statement);

const project = process.cwd();
let folder = "";
let reported = new Set<string>();

beforeAll(() => {
  mkdirSync(join(project, ".stolos"), { recursive: true });
  folder = mkdtempSync(join(project, ".stolos", "import-rules-"));
  copyFileSync(join(project, "biome.json"), join(folder, "biome.json"));
  for (const [file, statements] of sources) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), statements.map((statement) => `${statement}\n`).join(""));
  }
  reported = reportedStatements();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the import rules of the linter", () => {
  it.each(PERMITTED)("let %s import its permitted modules only", (file, imports) => {
    const permitted = new Set(imports.split(" "));
    const names = Object.keys(IMPORTS);
    expect([...permitted].filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name) => !reported.has(`${file} import "${IMPORTS[name]}";`))).toEqual(names.filter((name) => permitted.has(name)));
  });

  it.each(STATEMENTS)("restrict %s to the files that may use it", (statement, denied, permitted) => {
    const isReported = (file: string) => reported.has(`${file} ${statement}`);
    expect(denied.filter((file) => !isReported(file))).toEqual([]);
    expect(permitted.filter(isReported)).toEqual([]);
  });

  it("cover each folder of lib, components, app and e2e", () => {
    const folders = [...readdirSync("lib").map((name) => `lib/${name}`), "components", "app", "e2e"];
    expect(folders.filter((name) => !PERMITTED.some(([file]) => file.startsWith(`${name}/`)))).toEqual([]);
    expect(folders.filter((name) => !Object.values(IMPORTS).some((imported) => imported.startsWith(`@/${name}/`)))).toEqual([]);
  });

  it("name the way out in each message", () => {
    const { overrides } = JSON.parse(readFileSync("biome.json", "utf8"));
    const messages: readonly string[] = overrides.flatMap(messagesOf);
    const templates = [
      /^Write "@\/…" for a file of another folder, and "\.\/…" for a file of this folder\.$/,
      /^No layer includes this file\. Add its folder to lib\/tooling\/generate\/import-rules\.ts\.$/,
      /^\S.* may import only \S.*\S\. Pass the value as a parameter, or move the code to another layer\.$/,
      /^This file may not import \S.*\S\. Use \S.*\S\.$/,
    ];
    expect(messages.filter((message) => !templates.some((template) => template.test(message)))).toEqual([]);
    expect(templates.filter((template) => !messages.some((message) => template.test(message)))).toEqual([]);
  });

  it.each([
    ["biome.json", withImportOverrides],
    ["docs/architecture.md", withLayerTables],
  ])("are in %s as npm run generate writes them", (path, generated) => {
    const text = readFileSync(path, "utf8");
    expect(generated(text)).toBe(text);
  });
});

it("reports code that is built from strings", () => {
  const built = [`export const sum = new Function("a", "b", "return a + b");`, `export const two = Function("return 2");`, `export const three = eval("3");`];
  writeFileSync(join(folder, "lib/domain/built.ts"), `${built.join("\n")}\n`);
  const rules = ["--only=style/noRestrictedGlobals", "--only=security/noGlobalEval"];
  expect(reportedLines([...rules, "lib/domain/built.ts"])).toEqual(["lib/domain/built.ts 1", "lib/domain/built.ts 2", "lib/domain/built.ts 3"]);
});

/** One statement per line, so that a line number names a statement. */
function plant(file: string, statement: string) {
  sources.set(file, [...(sources.get(file) ?? []), statement]);
}

/** The reported statements as `FILE STATEMENT`. */
function reportedStatements(): Set<string> {
  const lines = reportedLines(["--only=style/noRestrictedImports", "."]);
  return new Set(
    lines.map((line) => {
      const [file = "", number] = line.split(" ");
      return `${file} ${sources.get(file)?.[Number(number) - 1]}`;
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

interface ConfiguredOverride {
  readonly linter: {
    readonly rules?: {
      readonly style?: { readonly noRestrictedImports?: { readonly options: { readonly patterns: readonly { readonly message: string }[] } } };
    };
  };
}

function messagesOf({ linter }: ConfiguredOverride): readonly string[] {
  return linter.rules?.style?.noRestrictedImports?.options.patterns.map(({ message }) => message) ?? [];
}

/** Biome ends with 1 when it found something, which is the point here. */
function outputOf(args: string[]): string {
  try {
    return execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}
