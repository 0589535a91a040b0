import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** What stands at the root, and nothing beside it. */
const ROOT = [
  "app",
  "components",
  "deploy",
  "docs",
  "e2e",
  "lib",
  "public",
  ".ci",
  ".gitignore",
  ".npmrc",
  "CHANGELOG.md",
  "CONTRIBUTING.md",
  "Dockerfile",
  "LICENSE",
  "README.md",
  "biome.json",
  "instrumentation.ts",
  "next.config.js",
  "package-lock.json",
  "package.json",
  "proxy.ts",
  "tsconfig.json",
];
const GENERATED = [".git", ".next", ".stolos", "next-env.d.ts", "node_modules", "test-results", "playwright-report", "tsconfig.tsbuildinfo"];
const ROOM_WORDS = ["common", "helpers", "misc", "types", "utils"];

const files = ["app", "components", "e2e", "lib"]
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => `${folder}/${path}`))
  .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && path !== "lib/tooling/house.test.ts");
const sources = [...files, "instrumentation.ts", "proxy.ts", "next.config.js"].map((path) => ({ path, text: readFileSync(path, "utf8") }));
const pathsWith = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

describe("the house", () => {
  it("has at its root only what was drawn there", () => {
    expect(readdirSync(".").filter((name) => ![...ROOT, ...GENERATED].includes(name))).toEqual([]);
  });

  it("has no drawers: no file or folder is called utils, helpers, common, misc or types", () => {
    const named = files.filter((path) => path.split(/[/.]/).some((word) => ROOM_WORDS.includes(word)));
    expect(named).toEqual([]);
  });

  it("has no Server Action: every write is a route that can be seen", () => {
    expect(pathsWith(/^\s*["']use server["']/m)).toEqual([]);
  });

  it("encodes and decodes parts of addresses in one file only: elsewhere a name could take a page down", () => {
    const ours = /^(app|components|lib\/(client|contract|domain|format|server))\//;
    const named = pathsWith(/\b(en|de)codeURI(Component)?\(/).filter((path) => ours.test(path) && !/\.(test|fixture)\.tsx?$/.test(path));
    expect(named).toEqual(["lib/contract/url/paths.ts"]);
  });

  it("asks for no width that the theme does not have: such a class has no effect", () => {
    const known = [...readFileSync("app/globals.css", "utf8").matchAll(/--breakpoint-(\w+):/g)].map(([, name]) => name);
    expect(known.length).toBeGreaterThan(0);
    const tailwinds = ["sm", "md", "lg", "xl", "2xl"].filter((name) => !known.includes(name));
    expect(pathsWith(new RegExp(`["'\\s\`](max-|min-)?(${tailwinds.join("|")}):[a-z-]+`)).filter((path) => path.endsWith(".tsx"))).toEqual([]);
  });

  it("silences neither the linter nor the compiler", () => {
    expect(pathsWith(/biome-ignore|@ts-ignore|@ts-expect-error|@ts-nocheck|eslint-disable/)).toEqual([]);
  });

  it("touches globalThis in one file of the server only: modules exist several times in one process", () => {
    const shipped = /^(app|components|lib\/server|instrumentation|proxy)/;
    const named = pathsWith(/\bglobalThis\b/).filter((path) => shipped.test(path) && !/\.(test|fixture)\.tsx?$/.test(path));
    expect(named.filter((path) => path !== "lib/server/process-wide.ts")).toEqual([]);
  });
});
