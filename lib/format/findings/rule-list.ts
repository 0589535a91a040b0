import { RULES } from "@/lib/domain/findings/rules";
import { listedSource } from "@/lib/format/source-words";
import { generalText } from "./rule-texts";
import { RULE_WORDS } from "./rule-words";
import { SUBJECT_WORDS } from "./severity-words";

/** The list of all rules as a document: made of the rules and their words, never written by hand. */
export function ruleList(): string {
  const lines = RULES.map(({ code, name, severity, subject, needs, needsAll = [], noPatchBecause }) => {
    const sources = [...new Set([...needs, ...needsAll])].map(listedSource).join(", ");
    const remedy = noPatchBecause === undefined ? "Has something to copy." : `Nothing to copy: ${noPatchBecause}.`;
    const { title = "", why = "", whatToDo = "" } = RULE_WORDS[name] ?? {};
    const effect = `${why} ${generalText(whatToDo)}`;
    const rule = `- ${code} \`${name}\` (${severity}, ${SUBJECT_WORDS[subject][0]}): ${title}. ${sources === "" ? "" : `Needs ${sources}. `}${remedy}`;
    return `${rule}\n\n  ${effect}\n`;
  });
  return ["# Rules", "", "Made by `npx vitest run -c lib/tooling/vitest.config.ts lib/format/findings/rule-list.test.ts -u`.", "", ...lines].join("\n");
}
