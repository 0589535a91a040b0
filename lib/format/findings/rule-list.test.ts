import { join } from "node:path";
import { expect, it } from "vitest";
import { RULES } from "@/lib/domain/findings/rules";
import { ruleList } from "./rule-list";

it("the document of all rules follows from the rules and their texts (npm run generate writes it)", async () => {
  await expect(ruleList()).toMatchFileSnapshot(join(process.cwd(), "lib/domain/findings/RULES.md"));
});

it("the document has a line for each rule", () => {
  for (const { code } of RULES) expect(ruleList()).toContain(`- ${code} `);
});
