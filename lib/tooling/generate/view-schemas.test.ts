import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, it } from "vitest";
import { viewSchemasText } from "./view-schemas";

const FILE = "lib/contract/views/view-schemas.ts";

/** `npx vitest run -c lib/tooling/vitest.config.ts lib/tooling/generate/view-schemas.test.ts -u` writes the file. */
it(`${FILE} has a schema for each declared field of each view`, async () => {
  const biome = join(process.cwd(), "node_modules/@biomejs/biome/bin/biome");
  const formatted = execFileSync(process.execPath, [biome, "format", `--stdin-file-path=${FILE}`], { input: viewSchemasText(process.cwd()), encoding: "utf8" });
  await expect(formatted).toMatchFileSnapshot(join(process.cwd(), FILE));
});
