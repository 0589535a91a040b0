import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { inRoot } from "./root.mjs";

/** The folders at the root that have files of ours. */
export const FOLDERS = ["app", "components", "deploy", "docs", "e2e", "lib", "public", ".ci"];
const FILES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Dockerfile", "instrumentation.ts", "next.config.js", "proxy.ts"];
const READ = /(\.(css|js|md|mjs|sh|sql|ts|tsx|ya?ml)|Dockerfile)$|^\.ci\//;
/** These files have wrong citations on purpose. */
const OWN_FILES = ["lib/tooling/citations.mjs", "lib/tooling/citations.test.ts", "lib/tooling/check-doc-paths.test.ts"];
const FAULTS = "docs/faults.md";
const RECORDINGS = ["lib/sandbox/recordings", "lib/server/bundle/recordings"];
const ENDINGS = ["", ".ts", ".tsx", ".mjs", "/README.md", "/page.tsx", "/route.ts"];

/**
 * All forms of a citation. `resolves` decides if the repository has the cited thing. A form without it cites a document that the
 * repository does not have.
 */
const FORMS = [
  { kind: "section of a fact list", pattern: /\bfacts?,? \d+(?:\.\d+)?|\bthe facts\s+about Istio\b/g },
  { kind: "section sign", pattern: /§ ?\w+/g },
  {
    kind: "document without a path",
    pattern: /\b(?:from|of|in) the (?:design|digest|drawing|table of headlines)\b/g,
  },
  {
    kind: "path outside the repository",
    pattern: /(?<=^|[\s`(])\.\.\/[\w-]+\/[\w./-]+/gm,
    resolves: ([path], { exists, file }) => exists(join(dirname(file), path)),
  },
  { kind: "capability or observation", pattern: /(?<![\w$%"'`#.-])X\d{1,2}(?![\w.])/g },
  { kind: "fault", pattern: /(?<![\w$%#.-])F\d{2}(?![\w.])/g, resolves: ([code], { hasHeading }) => hasHeading(FAULTS, code) },
  {
    kind: "goal",
    pattern: /(?<=["'`]|\bgoals? )[RS]\d{1,2}(?= [a-zA-Z$]|\))|\bgoal [RS]\d{1,2}\b/g,
    resolves: ([text], { hasHeading }) => hasHeading(FAULTS, text.replace("goal ", "")),
  },
  { kind: "part of the bench", pattern: /(?<=\/\*\* |\()P\d{1,2}(?=[:,) ])/g, resolves: ([part], { parts }) => parts.includes(part) },
  { kind: "recording", pattern: /(?<=[(,] ?)recording ([a-z][a-z-]+)\)/g, resolves: ([, name], { recordings }) => recordings.includes(name) },
  {
    kind: "link to a document",
    pattern: /(?<![\w/@-])(docs\/[\w/-]+\.md)((?:#[\w-]+(?:(?:,| and)\s+(?:(?:\*|\/\/) )?(?=#))?)*)/g,
    resolves: ([, document, anchors], { exists, hasAnchor }) =>
      exists(document) && [...anchors.matchAll(/#([\w-]+)/g)].every(([, anchor]) => hasAnchor(document, anchor)),
  },
];

/** Forms that count in comments only. */
const COMMENT_FORMS = [
  {
    kind: "path of a file",
    pattern: /(?<![\w@/.-])(?!docs\/[\w/-]+\.md)(?:@\/)?((?:app|components|deploy|docs|e2e|lib|public|\.ci)\/(?:[\w@.[\]/-]|\([\w-]+\))*[\w\]])/g,
    resolves: ([, path], { exists }) => ENDINGS.some((ending) => exists(path + ending)) || exists(path.replace(/\.\w+$/, "")),
  },
  { kind: "name of a document", pattern: /(?<![\w/.-])[\w-]+\.md\b/g, resolves: ([name], { documents }) => documents.includes(name) },
];

/** Forms that count in documents only. */
const DOCUMENT_FORMS = [
  {
    kind: "link to a heading",
    pattern: /\]\(([^)\s#:]*)#([\w-]+)\)/g,
    resolves: ([, document, anchor], { file, hasAnchor }) => hasAnchor(document === "" ? file : join(dirname(file), document), anchor),
  },
];

/** The citations of a file with their kind, their line, and if the repository has what they cite. */
export function citationsIn(file, text, world) {
  const comments = file.endsWith(".md") ? "" : commentsOf(text);
  const sources = [
    ...FORMS.map((form) => [form, text]),
    ...COMMENT_FORMS.map((form) => [form, comments]),
    ...DOCUMENT_FORMS.map((form) => [form, file.endsWith(".md") ? text : ""]),
  ];
  return sources.flatMap(([{ kind, pattern, resolves }, searched]) =>
    [...searched.matchAll(pattern)].map((match) => {
      const line = text.slice(0, match.index).split("\n").length;
      return { file, line, kind, cited: match[0], isResolved: resolves?.(match, { ...world, file }) ?? false };
    }),
  );
}

/** The text with everything but comments replaced by spaces, so that places stay the same. */
function commentsOf(text) {
  const blank = (part) => part.replace(/[^\n]/g, " ");
  let end = 0;
  let comments = "";
  for (const match of text.matchAll(/(?<=^|[\s({,;])\/\*[\s\S]*?\*\/|^[ \t]*(?:\/\/|#).*$/gm)) {
    comments += blank(text.slice(end, match.index)) + match[0];
    end = match.index + match[0].length;
  }
  return comments + blank(text.slice(end));
}

/** The anchors of a document: GitHub's, one for each heading. */
export function anchorsOf(text) {
  return headingsOf(text).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[`*]/g, "")
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replace(/\s/g, "-"),
  );
}

function headingsOf(text) {
  return [...text.replace(/```[\s\S]*?```/g, "").matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading]) => heading.trim());
}

/** All citations of the project's sources and documents. */
export function projectCitations(exists) {
  const world = projectWorld(exists);
  const files = projectFiles().filter((file) => READ.test(file) && !OWN_FILES.includes(file));
  return files.flatMap((file) => citationsIn(file, readFileSync(inRoot(file), "utf8"), world));
}

/** Each citation without its target, as a sentence. */
export function citationProblems(citations) {
  return citations
    .filter(({ isResolved }) => !isResolved)
    .map(({ file, line, cited, kind }) => `${file}:${line} cites ${cited} (${kind}), which the repository does not have`);
}

/** Counts the citations of each kind, and those without a target. */
export function citationTable(citations) {
  const kinds = [...FORMS, ...COMMENT_FORMS, ...DOCUMENT_FORMS].map(({ kind }) => kind);
  return kinds.map((kind) => {
    const own = citations.filter((one) => one.kind === kind);
    return { kind, citations: own.length, unresolved: own.filter(({ isResolved }) => !isResolved).length, files: new Set(own.map(({ file }) => file)).size };
  });
}

function projectWorld(exists) {
  const files = projectFiles();
  const known = new Map();
  const headings = (document) => {
    if (!known.has(document)) {
      const text = exists(document) ? readFileSync(inRoot(document), "utf8") : "";
      known.set(document, { anchors: new Set(anchorsOf(text)), codes: new Set(headingsOf(text).map((heading) => heading.split(/[: ]/)[0])) });
    }
    return known.get(document);
  };
  return {
    exists,
    hasAnchor: (document, anchor) => headings(document).anchors.has(anchor),
    hasHeading: (document, code) => headings(document).codes.has(code),
    parts: [...readFileSync(inRoot("lib/tooling/bench.mjs"), "utf8").matchAll(/"(P\d+)"/g)].map(([, part]) => part),
    documents: files.map(nameOf),
    recordings: files.filter((path) => RECORDINGS.some((folder) => path.startsWith(`${folder}/`))).map((path) => nameOf(path).replace(/\..*$/, "")),
  };
}

function nameOf(path) {
  return path.replace(/^.*\//, "");
}

/** The files of the project that people write: sources, documents and settings. */
export function projectFiles() {
  const atRoot = readdirSync(inRoot("."));
  return [...FILES.filter((file) => atRoot.includes(file)), ...FOLDERS.filter((folder) => atRoot.includes(folder)).flatMap(filesIn)];
}

function filesIn(folder) {
  return readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(inRoot("."), join(entry.parentPath, entry.name)));
}
