import { describe, expect, it } from "vitest";
import { documentProblems, documents, projectProblems } from "./check-doc-paths.mjs";

const files = ["app", "lib/domain/verdict/verdict.ts", "lib/server/kube/parse.ts", "components", "lib/server/kube", "package.json"];
const world = { exists: (path: string) => files.includes(path), scripts: ["demo", "test", "start"], files };
const problemsOf = (text: string, document = "README.md") => documentProblems(document, text, world);

describe("the documents of this project", () => {
  it("name only paths, commands, headings and citations that exist", () => {
    expect(projectProblems()).toEqual([]);
  });

  it("are all documents: at the root, in docs, and in the rooms", () => {
    const found = documents();
    expect(found).toEqual(expect.arrayContaining(["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/public-names.md", "lib/domain/README.md"]));
    expect(found.filter((path: string) => path.startsWith("docs/decisions/")).length).toBeGreaterThan(0);
    expect(found).toContain("lib/domain/selection/README.md");
    expect(found.filter((path: string) => path.includes("node_modules"))).toEqual([]);
  });
});

describe("a document", () => {
  it.each([
    ["a file that is not there", "see `lib/domain/gone.ts`"],
    ["a folder that is not there", "see `lib/nowhere/`"],
    ["a document that is not there", "see `docs/nowhere`"],
    ["a bare file name that is not there", "see `nowhere.json`"],
    ["a link to nothing", "see [this](public/picture.png)"],
    ["a folder before a star that is not there", "see `lib/nowhere/*`"],
    ["a script that package.json lacks", "run `npm run fly`"],
    ["a script in a block", "```\nnpm run fly\n```"],
  ])("is wrong when it names %s", (_, text) => {
    expect(problemsOf(text)).toHaveLength(1);
  });

  it.each([
    ["files and folders", "`lib/domain/verdict/verdict.ts`, `app` and `@/lib/domain/verdict/verdict.ts`"],
    ["a folder and what is in it", "`components/*` and `components/NOUN`"],
    ["npm's own commands", "`npm ci`, `npm run demo`, `npm test`"],
    ["addresses, packages and labels", "`/c/CLUSTER/entries`, `zod/mini`, `stolos.dev/expected-size`, `https://istio.io/latest`"],
    ["a heading of a document", "`lib/domain/verdict/verdict.ts` and [this](package.json#scripts)"],
    ["what is in a block of code", "```\ncat lib/gone.ts\n```"],
  ])("may name %s", (_, text) => {
    expect(problemsOf(text)).toEqual([]);
  });

  it("of a room may name files from where it stands", () => {
    expect(problemsOf("start at `kube/parse.ts`", "lib/server/README.md")).toEqual([]);
  });

  it("in a room may name a file by the end of its path", () => {
    const text = "see `kube/parse.ts` and `kube/gone.ts`";
    expect(documentProblems("lib/domain/README.md", text, world)).toEqual(["lib/domain/README.md names kube/gone.ts, which does not exist"]);
    expect(documentProblems("docs/kube.md", text, world)).toHaveLength(2);
  });
});
