import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { citationProblems, citationTable, FOLDERS, projectCitations, projectFiles } from "./citations.mjs";
import { inRoot } from "./root.mjs";

const FILE_NAME = /^[\w@.[\]/-]+\.(css|js|json|md|mjs|ndjson|png|svg|ts|tsx|ya?ml)$/;
/** What npm does without a script of that name. */
const NPM_OWN = new Set(["ci", "install"]);

/**
 * Problems of one document: each path and npm command that it names and that does not exist, as a sentence. A document of a room may name a
 * file by the end of its path.
 */
export function documentProblems(document, text, { exists, scripts, files }) {
  const hasFile = (path) => ![".", "docs"].includes(dirname(document)) && files.some((file) => file.endsWith(`/${path}`));
  const paths = namedPaths(text).filter((path) => !exists(path) && !exists(join(dirname(document), path)) && !hasFile(path));
  const commands = namedCommands(text).filter((command) => !scripts.includes(command) && !NPM_OWN.has(command));
  return [
    ...paths.map((path) => `${document} names ${path}, which does not exist`),
    ...commands.map((command) => `${document} names the npm command ${command}, which package.json does not have`),
  ];
}

/** All documents: the README, those in `docs`, and those of each room. */
export function documents() {
  return projectFiles().filter((path) => path.endsWith(".md"));
}

/** Problems of all documents of the project, and citations of its sources and documents without a target. */
export function projectProblems() {
  const scripts = Object.keys(JSON.parse(readFileSync(inRoot("package.json"), "utf8")).scripts);
  const world = { exists, scripts, files: projectFiles() };
  const inDocuments = documents().flatMap((document) => documentProblems(document, readFileSync(inRoot(document), "utf8"), world));
  return [...inDocuments, ...citationProblems(projectCitations(exists))];
}

function exists(path) {
  return existsSync(inRoot(path));
}

/** Paths stand in inline code and in links. A part with `*` or a word in capitals stands for many; what is before it must exist. */
function namedPaths(text) {
  const prose = text.replace(/```[\s\S]*?```/g, "");
  const code = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, inside]) => inside);
  const links = [...prose.matchAll(/\]\((?!https?:|#)([^)\s#]+)[^)\s]*\)/g)].map(([, target]) => target);
  const words = code.flatMap((inside) => inside.split(/[\s,;]+/)).map((word) => word.replace(/^@\//, "").replace(/:\d+$|(?<=\.md)#.*$/, ""));
  // Anything else with a slash in it is an address, a package or a label.
  const isPath = (word) => FOLDERS.includes(word.split("/")[0] ?? "") || FILE_NAME.test(word);
  return [...new Set([...words.filter(isPath), ...links].map(fixedPart))];
}

function fixedPart(path) {
  const parts = path.replace(/\/$/, "").split("/");
  const wild = parts.findIndex((part) => /[*{}<>…]/.test(part) || /^[A-Z]+$/.test(part));
  return (wild === -1 ? parts : parts.slice(0, wild)).join("/") || ".";
}

/** Commands stand anywhere, also in fenced blocks. */
function namedCommands(text) {
  const found = [...text.matchAll(/\bnpm (?:run )?([a-z][\w:-]*)/g)].map(([, command]) => command);
  return [...new Set(found)];
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const problems = projectProblems();
  if (process.argv.includes("--citations")) console.table(citationTable(projectCitations(exists)));
  process.stdout.write(problems.length === 0 ? "Every path, command, heading and citation exists.\n" : `${problems.join("\n")}\n`);
  process.exit(problems.length === 0 ? 0 : 1);
}
