import { join } from "node:path";
import { expect, it } from "vitest";
import { RULES } from "@/lib/domain/findings/rules";
import { ruleList } from "./rule-list";

it("the list of rules that is kept is the one that the rules and their words give", async () => {
  await expect(ruleList()).toMatchFileSnapshot(join(process.cwd(), "lib/domain/findings/RULES.md"));
});

it("the list has a line for each rule", () => {
  for (const { code } of RULES) expect(ruleList()).toContain(`- ${code} `);
});
