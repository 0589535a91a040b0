import { bundleProgram } from "./bundle.mjs";
import { ensureInstalled } from "./install.mjs";
import { root } from "./root.mjs";
import { runProgram } from "./run.mjs";

/** `npm run generate`: writes all files that derive from a declaration elsewhere. It never removes a public name or changes a recorded answer. */
await ensureInstalled();
process.chdir(root);
const { writeImportRules, writeRuleNames } = await import(await bundleProgram("generate"));
writeImportRules();
const formatted = await runProgram("biome", ["format", "--write", "biome.json"]);
if (formatted !== 0) process.exit(formatted);
writeRuleNames();
// A second bundle, which has the new names.
const { writeRuleList, recordNewRules } = await import(await bundleProgram("generate", { as: "generate-again" }));
writeRuleList();
recordNewRules();
// Role manifests, the table of rights and the list of watched kinds. Then the schemas of views.
const WRITTEN_BY_TESTS = ["lib/deployment/generated-rights.test.ts", "lib/tooling/generate/view-schemas.test.ts"];
const written = await runProgram("vitest", ["run", "-c", "lib/tooling/vitest.config.ts", ...WRITTEN_BY_TESTS, "-u"]);
if (written !== 0) process.exit(written);
process.argv.push("--write");
await import(await bundleProgram("public-names"));
