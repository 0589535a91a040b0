import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./root.mjs";

/** `npm run structure`: the size of the source tree and what is small, crowded or entangled in it, as a table. `--list` also names the files. */

const FOLDERS = ["app", "components", "lib", "e2e"];
/** Rooms whose files are tests, the programs that tests need, or tools. All other files are product files, except tests and fixtures. */
const NO_PRODUCT = /^(e2e|lib\/(testing|chaos|bench|tooling|deployment))\//;
const TEST = /\.(test|spec|fixture)\.tsx?$/;
/** Next.js gives these files their names, and reads them itself. */
const ROUTE_FILE = /^app\/(.*\/)?(page|layout|route|template|default|error|global-error|loading|not-found|forbidden|unauthorized|manifest|icon)\.tsx?$/;
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)["']((?:@\/|\.)[^"']+)["']/g;
const LAZY = /\bimport\s*\(\s*["']((?:@\/|\.)[^"']+)["']/g;
const EXTENSIONS = ["", ".ts", ".tsx", ".mjs", "/index.ts", "/index.tsx"];
const CROWDED = 30;
const SMALL = 40;
const SHORT = 60;
/** A registry lists files of its folder that are equals: one for each command, view, scenario, migration or query. */
const REGISTRIES = new Set([
  "lib/sandbox/scenarios/director.ts",
  "lib/server/commands/declared.ts",
  "lib/server/history/create-history.ts",
  "lib/server/history/migrations.ts",
  "lib/server/live/views/catalogue.ts",
]);

/** Reads the tree below `folder`: path → text. */
export function readTree(folder, folders = FOLDERS) {
  const paths = folders.flatMap((one) => readdirSync(join(folder, one), { recursive: true, encoding: "utf8" }).map((path) => `${one}/${path}`));
  return new Map(paths.filter((path) => /\.(ts|tsx|mjs)$/.test(path)).map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

/** Everything that later work is measured by. `tree`: path → text; `readmes`: folders of `lib` and `lib/*` with a README. */
export function structureOf(tree, readmes = new Set()) {
  const files = [...tree].map(([path, text]) => ({ path, text, lines: text.split("\n").length - 1, isProduct: !TEST.test(path) && !NO_PRODUCT.test(path) }));
  const product = files.filter(({ isProduct }) => isProduct);
  const productPaths = new Set(product.map(({ path }) => path));
  const importers = importersOf(tree, IMPORT, productPaths);
  const lazy = importersOf(tree, LAZY, productPaths);
  const folders = groupedBy(product, ({ path }) => dirname(path));
  const aloneWith = product.filter(({ path }) => importers.get(path)?.size === 1 && dirname([...importers.get(path)][0]) === dirname(path));
  const isFamily = ({ path }) => REGISTRIES.has([...(importers.get(path) ?? [])][0]);
  const isExempt = (file) => ROUTE_FILE.test(file.path) || lazy.has(file.path) || /^\s*["']use client["']/.test(file.text) || isFamily(file);
  return {
    files: files.length,
    productFiles: product.length,
    productLines: product.reduce((sum, { lines }) => sum + lines, 0),
    codeLines: product.reduce((sum, { text }) => sum + codeLines(text), 0),
    folders: folders.size,
    filesUnder30Lines: product.filter(({ lines }) => lines < 30).length,
    splinters: aloneWith.filter((file) => file.lines < SMALL && !isExempt(file)).map(({ path }) => path),
    filesOf40To60Lines: product.filter(({ lines }) => lines >= SMALL && lines <= SHORT).map(({ path }) => path),
    foldersOver30Files: [...folders].filter(([, inside]) => inside.length > CROWDED).map(([folder, inside]) => `${folder} (${inside.length})`),
    roomsWithoutReadme: [...folders.keys()].filter((folder) => /^lib\/\w[\w-]*(\/[\w-]+)?$/.test(folder) && !readmes.has(folder)).sort(),
    roomsThatImportEachOther: mutualRooms(importers),
    filesWithoutImporter: product.filter(({ path }) => !importers.has(path) && !ROUTE_FILE.test(path)).map(({ path }) => path),
  };
}

/** Node 20 has no Map.groupBy. */
function groupedBy(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

function importersOf(tree, pattern, among) {
  const found = new Map();
  for (const path of among)
    for (const [, specifier] of tree.get(path).matchAll(pattern)) {
      const target = resolved(tree, path, specifier);
      if (target !== undefined && target !== path) found.set(target, (found.get(target) ?? new Set()).add(path));
    }
  return found;
}

function resolved(tree, from, specifier) {
  const base = specifier.startsWith("@/") ? specifier.slice(2) : normalize(join(dirname(from), specifier));
  return EXTENSIONS.map((extension) => base + extension).find((path) => tree.has(path));
}

/** The room of a file: its first two folders, in `lib/server` three. */
const roomOf = (path) =>
  path
    .split("/")
    .slice(0, path.startsWith("lib/server/") ? 3 : 2)
    .join("/");

function mutualRooms(importers) {
  const pairs = new Set([...importers].flatMap(([target, from]) => [...from].map((path) => `${roomOf(path)} ${roomOf(target)}`)));
  return [...pairs]
    .map((pair) => pair.split(" "))
    .filter(([from, to]) => from < to && pairs.has(`${to} ${from}`))
    .map(([from, to]) => `${from} and ${to}`)
    .sort();
}

/** Lines that are neither blank nor only comment. */
function codeLines(text) {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  return code.split("\n").filter((line) => line.trim() !== "").length;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const isListed = process.argv.includes("--list");
  const below = readdirSync(join(root, "lib"), { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith("/README.md"));
  const structure = structureOf(readTree(root), new Set(below.map((path) => `lib/${dirname(path)}`)));
  for (const [name, value] of Object.entries(structure)) {
    process.stdout.write(`${name.padEnd(26)}${Array.isArray(value) ? value.length : value}\n`);
    if (isListed && Array.isArray(value)) process.stdout.write(value.map((one) => `  ${one}\n`).join(""));
  }
}
