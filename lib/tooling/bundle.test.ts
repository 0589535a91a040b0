import { readFileSync, rmSync } from "node:fs";
import { expect, it } from "vitest";
import { bundleProgram } from "./bundle.mjs";
import { importedPackages } from "./image-files.mjs";

it("the embedded cluster is one file with its packages; another program finds its own in node_modules", async () => {
  const packagesOf = async (name: string) => {
    const path = await bundleProgram(name, { as: `${name}-tested` });
    const text = readFileSync(path, "utf8");
    rmSync(path);
    return importedPackages(text);
  };
  expect(await packagesOf("sandbox")).toEqual([]);
  expect(await packagesOf("history-worker")).toEqual(["libsql"]);
});
