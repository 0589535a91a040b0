import { readFileSync, writeFileSync } from "node:fs";
import { RULES } from "@/lib/domain/findings/rules";
import { ruleList } from "@/lib/format/findings/rule-list";
import { withNewRules } from "@/lib/server/export/recorded-findings.fixture";
import { withImportOverrides, withLayerTables } from "./import-rules";

const NAMES = "lib/domain/findings/rule-names.ts";
const LIST = "lib/domain/findings/RULES.md";
const LINTER = "biome.json";
const ARCHITECTURE = "docs/architecture.md";
const RECORDED_RULES = "lib/server/export/recorded-rules.json";
const RECORDED_FILTERS = "lib/server/export/recorded-filters.json";

/** Writes the code and the name of each rule into the file of names, and leaves the rest of the file as it is. */
export function writeRuleNames(): void {
  const lines = RULES.map(({ code, name }) => `  ${code}: "${name}",\n`).join("");
  write(
    NAMES,
    readFileSync(NAMES, "utf8").replace(/(?<=RULE_NAMES = \{\n)[^}]*(?=\} as const)/, () => lines),
  );
}

/** Writes the document of all rules. */
export function writeRuleList(): void {
  write(LIST, ruleList());
}

/** Adds new rules to the recorded queries of the list of findings. It throws if a recorded answer changes in another way. */
export function recordNewRules(): void {
  const filters = JSON.parse(readFileSync(RECORDED_FILTERS, "utf8"));
  const { rules, answers } = withNewRules({ rules: JSON.parse(readFileSync(RECORDED_RULES, "utf8")), answers: filters.findings });
  write(RECORDED_RULES, json(rules));
  write(RECORDED_FILTERS, json({ ...filters, findings: answers }));
}

/** Writes the restrictions of imports into the linter's configuration, without its formatting, and the tables of layers into the documents. */
export function writeImportRules(): void {
  write(LINTER, withImportOverrides(readFileSync(LINTER, "utf8")));
  write(ARCHITECTURE, withLayerTables(readFileSync(ARCHITECTURE, "utf8")));
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function write(path: string, text: string): void {
  if (readFileSync(path, "utf8") === text) return;
  writeFileSync(path, text);
  process.stdout.write(`${path} is written.\n`);
}
