import "./node-version.mjs";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureBuilt } from "./build.mjs";
import { inRoot } from "./root.mjs";

/** `npm run image:files -- FOLDER`: copies what a container image holds beside Node, and nothing else. */

/** The programs of the dashboard: the server, the worker that keeps its history, and the check of an installation. */
const PROGRAMS = [".stolos/dashboard.mjs", ".stolos/history-worker.mjs", ".stolos/check.mjs"];
/** What the server reads from its own folder beside its programs, its build and packages. */
const READ = ["LICENSE", "lib/server/http/security-headers.json", "next.config.js", "package.json", "public"];
/** Of `.next`: what only the next build reads, or `npm run dev`. */
const OF_BUILDING = new Set(["cache", "dev", "diagnostics", "trace", "trace-build", "types"]);
/** Packages of Next that build, or resize pictures: a server that only serves loads neither. */
const NOT_LOADED = /^(@next\/swc-|sharp$)/;
/** Next asks for them as its peers. */
const PEERS_OF_NEXT = ["react", "react-dom"];

/** The packages that a program's text imports, by their names in node_modules. */
export function importedPackages(text) {
  const specifiers = [...text.matchAll(/(?:^import\s[^;]*?from\s*|^import\s*|\bimport\()"([^"]+)"/gm)].map(([, specifier]) => specifier);
  const names = specifiers.flatMap((specifier) => /^(@[^/]+\/)?[a-z][\w.-]*(?=\/|$)/.exec(specifier)?.[0] ?? []);
  return [...new Set(names)].sort();
}

/** The folders of node_modules that these packages need to run, by a lock file: they themselves, and what they depend on, wherever npm put it. */
export function packagesToRun(lock, names) {
  const found = new Set();
  const add = (name, from) => {
    const path = placeOf(lock, name, from);
    if (path === null || found.has(path) || NOT_LOADED.test(name)) return;
    found.add(path);
    const { dependencies = {}, optionalDependencies = {} } = lock.packages[path];
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) add(next, path);
  };
  for (const name of names) add(name, "");
  return [...found].sort();
}

/** Where Node finds a package that is imported from a place: the nearest node_modules above; null where the lock has none. */
function placeOf(lock, name, from) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    const path = `${at === "" ? "" : `${at}/`}node_modules/${name}`;
    if (lock.packages[path] !== undefined) return path;
    if (at === "") return null;
  }
}

/** Copies what an image holds into a folder, which is made, or must be empty. The dashboard has to be built. */
export async function copyImageFiles(folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty.`);
  const { default: config } = await import(pathToFileURL(inRoot("next.config.js")).href);
  const imported = PROGRAMS.flatMap((path) => importedPackages(readFileSync(inRoot(path), "utf8")));
  const lock = JSON.parse(readFileSync(inRoot("package-lock.json"), "utf8"));
  const packages = packagesToRun(lock, [...imported, ...config.serverExternalPackages, ...PEERS_OF_NEXT]);
  // A package for another platform is in the lock, and not installed.
  const installed = packages.filter((path) => existsSync(inRoot(path)));
  for (const path of [...PROGRAMS, ...READ, ...installed]) copy(path, folder);
  for (const name of readdirSync(inRoot(".next"))) if (!OF_BUILDING.has(name)) copy(join(".next", name), folder);
}

/** Links stay links: the build has some to packages. What was installed inside a package for another one's sake goes with it. */
function copy(path, folder) {
  cpSync(inRoot(path), join(folder, path), { recursive: true, verbatimSymlinks: true, filter: (source) => isInImage(basename(source)) });
}

/** Source maps are 40 % of the bytes. The server reads none, because its command in the image does not enable them. */
export function isInImage(name) {
  return name !== ".cache" && !/\.[cm]?js\.map$/.test(name);
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error("Say into which folder: npm run image:files -- FOLDER");
  await ensureBuilt();
  await copyImageFiles(resolve(folder));
  process.stdout.write(`${resolve(folder)} holds what an image holds. Start it there: NODE_ENV=production node .stolos/dashboard.mjs\n`);
}
