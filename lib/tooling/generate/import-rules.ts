import { isDeepStrictEqual } from "node:util";

/** Declares the imports that each layer may use. `npm run generate` writes the overrides of `biome.json` and the tables of `docs/architecture.md` from it. */

/** Imports that a layer may not use although its list includes them. */
interface Denied {
  /** Completes "This file may not import …". */
  readonly subject: string;
  /** Completes "Use …". */
  readonly instead: string;
  readonly patterns: readonly string[];
  /** Only these names are denied. Default: the whole module. */
  readonly names?: string;
  readonly isDeniedInTests?: boolean;
}

interface Layer {
  /** A pattern of the linter: a folder with all below it, or files. */
  readonly files: string;
  readonly content: string;
  /** Files, and folders with a slash at the end, below the root. Files of the same folder can always be imported with `./`. */
  readonly imports: readonly string[];
  /** The only packages. Default: all packages. */
  readonly packages?: readonly string[];
  readonly denied?: readonly Denied[];
  /** Its tests may import these in addition, and all packages. Without this, its tests have the rule of the layer. */
  readonly tests?: { readonly files: string; readonly imports: readonly string[] };
}

/** Files whose rule differs from that of their layer. */
interface Exception {
  readonly files: readonly string[];
  /** `files` of its layer. */
  readonly layer: string;
  readonly because: string;
  readonly isOfTests?: boolean;
  readonly imports?: readonly string[];
  readonly denied?: readonly Denied[];
  readonly permitted?: readonly Denied[];
}

const ZOD: Denied = { subject: "zod", instead: "zod/mini", patterns: ["zod", "zod/v3", "zod/v4"] };
const FOR_NODE: Denied = {
  subject: "packages for Node.js",
  instead: "a route, whose code in lib/server may import them",
  patterns: ["node:*", "node:*/**", "undici", "undici/**", "@kubernetes/**", "server-only"],
};
const FOR_BROWSER: Denied = {
  subject: "packages for the browser",
  instead: "a file of components or lib/client",
  patterns: ["react", "react/**", "react-dom", "react-dom/**", "@tanstack/**", "radix-ui", "cmdk"],
};
const NOT_IN_SANDBOX: Denied = {
  subject: "Next.js or the Kubernetes client",
  instead: "Node.js alone",
  patterns: ["next", "next/**", "@kubernetes/**"],
};
const RUNTIME: Denied = {
  subject: "lib/server/runtime.ts",
  instead: "the runtime that lib/server/request-checks passes to pages and routes, and a parameter below them",
  patterns: ["@/lib/server/runtime", "./runtime"],
};
const COLUMNS: Denied = {
  subject: "lib/server/fleet/columns",
  instead: "FleetReader of lib/server/fleet/fleet-reader",
  patterns: ["@/lib/server/fleet/columns/**", "./fleet/columns/**", "./columns/**"],
  isDeniedInTests: true,
};
const SELECTED: Denied = {
  subject: "functions that select machines without a caller",
  instead: "caller-service, destinations or reach of lib/domain/selection",
  patterns: ["@/lib/domain/selection/matching", "@/lib/domain/selection/stored-endpoints"],
  names: "reasonsAgainst|isStoredByIstiod|selectedCandidates",
};
const INCIDENTS: Denied = {
  subject: "lib/server/incidents",
  instead: "a parameter that lib/server/start-memory.ts passes",
  patterns: ["@/lib/server/incidents/**"],
};
const SERVER_OF_TESTS: Denied = { subject: "lib/testing/server", instead: "HTTP requests", patterns: ["@/lib/testing/server/**"] };

const DOMAIN = "lib/domain/";
const FORMAT = "lib/format/";
const CONTRACT = "lib/contract/";
const SERVER = "lib/server/";
const CLIENT = "lib/client/";
const TESTING = "lib/testing/";
const MODEL = [DOMAIN, FORMAT, CONTRACT];
const PAGE_PARTS = ["shell", "table", "state", "strip", "timeline", "editor", "trouble", "diagnosis"];
const TESTS = { files: "*.{test.ts,test.tsx}", imports: [TESTING] };
const OF_COMPONENTS = { imports: [...["ui", ...PAGE_PARTS].map((name) => `components/${name}/`), ...MODEL, CLIENT], denied: [ZOD, FOR_NODE] };

/** A later layer wins where two match a file. */
const LAYERS: readonly Layer[] = [
  { files: "lib/domain/**", content: "meaning of objects: pure functions", imports: [DOMAIN], packages: [], tests: TESTS },
  { files: "lib/format/**", content: "all texts, made from typed values", imports: [DOMAIN, FORMAT], packages: [], denied: [SELECTED], tests: TESTS },
  { files: "lib/contract/**", content: "shapes between server and browser", imports: [DOMAIN, CONTRACT], packages: ["zod/mini"], tests: TESTS },
  {
    files: "lib/server/**",
    content: "watches, store, views, history, requests",
    imports: [...MODEL, SERVER],
    denied: [FOR_BROWSER, RUNTIME, COLUMNS],
    tests: { files: "*.{test.ts,test.tsx,fixture.ts}", imports: [TESTING] },
  },
  { files: "lib/server/derive/**", content: "keys to evaluate again, and when", imports: ["lib/server/clock", "lib/server/larger"], packages: [] },
  { files: "lib/client/**", content: "live connection and hooks of the browser", imports: [...MODEL, CLIENT], denied: [ZOD, FOR_NODE], tests: TESTS },
  { files: "components/*/**", content: "a folder for each noun", ...OF_COMPONENTS, tests: TESTS },
  { files: `components/{${PAGE_PARTS.join(",")}}/**`, content: "shared parts of pages", ...OF_COMPONENTS },
  { files: "components/ui/**", content: "buttons, dialogs, panels", imports: ["lib/format/shown-text"], denied: [ZOD, FOR_NODE] },
  {
    files: "app/**",
    content: "addresses and routes",
    imports: ["components/", ...MODEL, CLIENT],
    denied: [ZOD, COLUMNS],
    tests: { files: "*.{test.ts,test.tsx,fixture.tsx}", imports: [SERVER, TESTING, "proxy", "instrumentation"] },
  },
  {
    files: "{instrumentation,proxy}.ts",
    content: "start of the process, and the proxy of Next.js",
    imports: ["lib/server/runtime", "lib/server/failed-start", "lib/server/http/"],
  },
  { files: "lib/sandbox/**", content: "the embedded cluster, a separate program", imports: ["lib/sandbox/"], denied: [FOR_BROWSER, NOT_IN_SANDBOX] },
  { files: "lib/deployment/**", content: "manifests, and tests that compare them with the code", imports: [DOMAIN, SERVER, "lib/sandbox/"] },
  { files: "lib/testing/**", content: "worlds and values for tests", imports: [...MODEL, TESTING] },
  { files: "lib/testing/server/**", content: "the same, with code of the server", imports: [...MODEL, SERVER, TESTING], denied: [COLUMNS] },
  {
    files: "lib/testing/played-past/**",
    content: "hours of events, with the embedded istiod",
    imports: [DOMAIN, CONTRACT, SERVER, "lib/sandbox/", TESTING],
    denied: [COLUMNS],
  },
  {
    files: "lib/chaos/**",
    content: "faults between server and browser",
    imports: [DOMAIN, CONTRACT, SERVER, CLIENT, TESTING, "lib/chaos/"],
    denied: [COLUMNS],
  },
  { files: "lib/bench/**", content: "figures of the server", imports: [DOMAIN, CONTRACT, SERVER, TESTING, "lib/client/apply-frame"], denied: [COLUMNS] },
  { files: "lib/tooling/**", content: "commands of `package.json`", imports: [] },
  {
    files: "lib/tooling/{generate,public-names}/**",
    content: "commands that read declarations",
    imports: ["components/", ...MODEL, CLIENT, SERVER, "lib/tooling/"],
  },
  { files: "e2e/**", content: "journeys in a browser", imports: [TESTING, "lib/tooling/children.mjs", "e2e/"], denied: [SERVER_OF_TESTS] },
];

const EXCEPTIONS: readonly Exception[] = [
  {
    files: ["app/**/{page,layout,unauthorized,forbidden}.tsx", "app/not-found.tsx", "app/**/route.ts"],
    layer: "app/**",
    imports: [SERVER],
    denied: [RUNTIME],
    because: "Next.js runs them on the server only.",
  },
  {
    files: ["app/api/readyz/route.ts"],
    layer: "app/**",
    imports: [SERVER],
    because: "The readiness check has no viewer.",
  },
  { files: ["lib/server/request-checks.ts"], layer: "lib/server/**", permitted: [RUNTIME], because: "It checks the viewer first." },
  {
    files: ["lib/server/fleet/columns/**", "lib/server/fleet/{live-fleet,still-fleet,entry-sink}.ts"],
    layer: "lib/server/**",
    permitted: [COLUMNS],
    because: "They implement FleetReader.",
  },
  { files: ["lib/server/fleet/**/*.test.ts"], layer: "lib/server/**", isOfTests: true, permitted: [COLUMNS], because: "They test the columns." },
  { files: ["lib/server/history/**"], layer: "lib/server/**", denied: [INCIDENTS], because: "Incidents import the history." },
  { files: ["lib/server/live/**"], layer: "lib/server/**", denied: [SELECTED], because: "A view shows the endpoints of one caller." },
  { files: ["lib/domain/findings/**"], layer: "lib/domain/**", denied: [SELECTED], because: "A rule counts the endpoints of one caller." },
];

/** An override of Biome's configuration. */
interface Override {
  readonly includes: readonly string[];
  readonly linter: { readonly rules?: { readonly style?: { readonly noRestrictedImports?: unknown } } };
}

interface ImportPattern {
  readonly group: readonly string[];
  readonly importNamePattern?: string;
  readonly message: string;
}

const PARENT_FOLDER: ImportPattern = { group: ["..", "../**"], message: 'Write "@/…" for a file of another folder, and "./…" for a file of this folder.' };
const NO_LAYER: ImportPattern = { group: ["@/**"], message: "No layer includes this file. Add its folder to lib/tooling/generate/import-rules.ts." };

/** `biome.json` with these restrictions. Other overrides follow them. A changed text is not formatted. */
export function withImportOverrides(text: string): string {
  const { overrides: current } = JSON.parse(text) as { overrides: Override[] };
  const others = current.filter(({ linter }) => linter.rules?.style?.noRestrictedImports === undefined);
  const overrides = [...importOverrides(), ...others];
  return isDeepStrictEqual(current, overrides) ? text : text.replace(/"overrides": \[[\s\S]*/, () => `"overrides": ${JSON.stringify(overrides)}\n}\n`);
}

/** `docs/architecture.md` with the tables of layers and exceptions. */
export function withLayerTables(text: string): string {
  const tables = { layers: layerTable(), exceptions: exceptionTable() };
  return Object.entries(tables).reduce((before, [name, rows]) => {
    const block = new RegExp(`(?<=<!-- ${name}, written by npm run generate -->\n)[\\s\\S]*?(?=<!-- end of ${name} -->)`);
    if (!block.test(before)) throw new Error(`The file has no block "${name}".`);
    return before.replace(block, () => `\n${tableText(rows)}\n`);
  }, text);
}

/** Biome applies the last override that matches a file. */
function importOverrides(): readonly Override[] {
  const ofFiles = EXCEPTIONS.filter(({ isOfTests = false }) => !isOfTests);
  const ofTests = EXCEPTIONS.filter(({ isOfTests = false }) => isOfTests);
  return [
    override(["**"], [NO_LAYER]),
    ...LAYERS.map((layer) => override([layer.files], patternsOf(layer))),
    ...ofFiles.map((exception) => override(exception.files, patternsOf(changedLayer(exception)))),
    ...LAYERS.flatMap(testLayers).map((layer) => override([layer.files], patternsOf(layer))),
    ...ofTests.map((exception) => override(exception.files, patternsOf(changedLayer(exception)))),
  ];
}

function override(includes: readonly string[], patterns: readonly ImportPattern[]): Override {
  const options = { patterns: [PARENT_FOLDER, ...patterns] };
  return { includes, linter: { rules: { style: { noRestrictedImports: { level: "error", options } } } } };
}

/** The rule of the files of an exception. */
function changedLayer({ files, layer: name, isOfTests = false, imports = [], denied = [], permitted = [] }: Exception): Layer {
  const [layer] = LAYERS.filter((one) => one.files === name).flatMap((one) => (isOfTests ? testLayers(one) : [one]));
  if (layer === undefined) throw new Error(`No layer has the files ${name}.`);
  const remaining = (layer.denied ?? []).filter((one) => !permitted.includes(one));
  return { ...layer, files: files.join(", "), imports: [...layer.imports, ...imports], denied: [...remaining, ...denied] };
}

/** The rule of a layer's tests, if they have a rule of their own. */
function testLayers({ files, content, imports, denied = [], tests }: Layer): readonly Layer[] {
  if (tests === undefined) return [];
  const remaining = denied.filter(({ isDeniedInTests = false }) => isDeniedInTests);
  return [{ files: files.replace("**", `**/${tests.files}`), content, imports: [...imports, ...tests.imports], denied: remaining }];
}

function patternsOf({ files, imports, packages, denied = [] }: Layer): readonly ImportPattern[] {
  const permitted = imports.map((path) => `!@/${path.endsWith("/") ? `${path}**` : path}`);
  const group = packages === undefined ? ["@/**", ...permitted] : ["**", "!./**", ...packages.map((name) => `!${name}`), ...permitted];
  const list = [...imports.map(pathName), ...(packages ?? [])].join(", ") || "files of its own folder";
  return [
    { group, message: `${pathName(files)} may import only ${list}. Pass the value as a parameter, or move the code to another layer.` },
    ...denied.map(({ subject, instead, patterns, names }) => ({
      group: patterns,
      ...(names === undefined ? {} : { importNamePattern: names }),
      message: `This file may not import ${subject}. Use ${instead}.`,
    })),
  ];
}

/** `lib/domain` for `lib/domain/` and `lib/domain/**`. */
function pathName(path: string): string {
  return path.replace(/\/(\*\*)?$/, "");
}

function layerTable(): readonly (readonly string[])[] {
  const rows = LAYERS.map((layer) => [code(pathName(layer.files)), layer.content, permittedText(layer)]);
  return [["layer", "content", "may import"], ...rows];
}

function exceptionTable(): readonly (readonly string[])[] {
  const rows = EXCEPTIONS.map(({ files, imports = [], permitted = [], denied = [], because }) => {
    const also = [...imports.map(shortName), ...permitted.map(subjectText)];
    const change = [also.length === 0 ? "" : `also ${also.join(", ")}`, deniedText(denied)];
    return [files.map(code).join(", "), change.filter((text) => text !== "").join("; "), because];
  });
  return [["files", "may import", "because"], ...rows];
}

/** A Markdown table with columns as wide as their longest cell, as the formatter writes it. */
function tableText([head = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |\n`;
  return [head, widths.map((width) => "-".repeat(width)), ...rows].map(line).join("");
}

function permittedText({ files, imports, packages = [], denied = [] }: Layer): string {
  const others = imports.filter((path) => pathName(path) !== pathName(files)).map(shortName);
  return [[...others, ...packages.map(code)].join(", ") || "no other layer", deniedText(denied)].filter((text) => text !== "").join("; ");
}

function deniedText(denied: readonly Denied[]): string {
  return denied.length === 0 ? "" : `not ${denied.map(subjectText).join(", ")}`;
}

function subjectText({ subject }: Denied): string {
  return subject.includes("/") ? code(subject) : subject;
}

/** `domain` for the folder `lib/domain/`, and the path for a file. */
function shortName(path: string): string {
  if (path.endsWith("/")) return pathName(path).replace(/^(lib|components)\//, "");
  return code(/\.\w+$/.test(path) ? path : `${path}.ts`);
}

function code(text: string): string {
  return `\`${text}\``;
}
