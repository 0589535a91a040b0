import { bundleProgram } from "./bundle.mjs";
import { ensureInstalled } from "./install.mjs";
import { root } from "./root.mjs";

/** `npm run generate`: writes all files that derive from a declaration elsewhere. It never removes a public name or changes a recorded answer. */
await ensureInstalled();
process.chdir(root);
const { writeRuleNames } = await import(await bundleProgram("generate"));
writeRuleNames();
// A second bundle, which has the new names.
const { writeRuleList, recordNewRules } = await import(await bundleProgram("generate", { as: "generate-again" }));
writeRuleList();
recordNewRules();
process.argv.push("--write");
await import(await bundleProgram("public-names"));
