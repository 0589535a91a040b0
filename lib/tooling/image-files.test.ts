import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { importedPackages, isInImage, packagesToRun } from "./image-files.mjs";

/** A lock file of these packages, by their folders, each with what it depends on. */
const lockOf = (packages: Readonly<Record<string, readonly string[]>>) => ({
  packages: Object.fromEntries(
    Object.entries(packages).map(([path, names]) => [path, { version: "1.0.0", dependencies: Object.fromEntries(names.map((name) => [name, "*"])) }]),
  ),
});

describe("the packages that a program imports", () => {
  it("are those of its import statements, not Node's own and not its own files", () => {
    const text =
      'import next from "next";\nimport { a,\n b } from "@kubernetes/client-node/dist/x.js";\nimport "node:fs";\nimport x from "./own.mjs";\nconst pg = await import("pg");\n';
    expect(importedPackages(text)).toEqual(["@kubernetes/client-node", "next", "pg"]);
  });
});

describe("the packages that an image holds", () => {
  it("are those that are asked for, with what they depend on, each where Node finds it", () => {
    const lock = lockOf({
      "node_modules/web": ["deep", "shared"],
      "node_modules/web/node_modules/shared": [],
      "node_modules/deep": ["shared"],
      "node_modules/shared": [],
      "node_modules/only-for-tests": [],
    });
    expect(packagesToRun(lock, ["web"])).toEqual(["node_modules/deep", "node_modules/shared", "node_modules/web", "node_modules/web/node_modules/shared"]);
  });

  it("depend on each other in a circle, and are found all the same", () => {
    expect(packagesToRun(lockOf({ "node_modules/a": ["b"], "node_modules/b": ["a"] }), ["a"])).toEqual(["node_modules/a", "node_modules/b"]);
  });

  it("are of this project neither what tests nor what builds, and have the database's own program for each platform", () => {
    const lock = JSON.parse(readFileSync("package-lock.json", "utf8"));
    const found = packagesToRun(lock, ["next", "react", "react-dom", "libsql", "pg", "undici", "@kubernetes/client-node", "kysely"]);
    expect(found.filter((path) => lock.packages[path].dev || /swc-(linux|darwin|win32)|sharp|playwright|vitest|typescript/.test(path))).toEqual([]);
    for (const name of ["linux-x64-gnu", "linux-x64-musl", "linux-arm64-gnu"]) expect(found).toContain(`node_modules/@libsql/${name}`);
  });
});

describe("a file of the build or of a package", () => {
  it("is in the image, unless it is a source map or a cache of the build", () => {
    const names = ["server.js", "server.js.map", "index.mjs.map", "index.cjs.map", "map.js", "routes.map.json", ".cache"];
    expect(names.filter(isInImage)).toEqual(["server.js", "map.js", "routes.map.json"]);
  });

  it("is read without source maps by the command in the image", () => {
    expect(readFileSync("lib/deployment/deployment.yaml", "utf8")).not.toContain("source-maps");
  });
});
