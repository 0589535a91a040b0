import { RULES } from "@/lib/domain/findings/rules";
import { listedSource } from "@/lib/format/source-words";
import { generalText } from "./rule-texts";
import { RULE_WORDS } from "./rule-words";
import { SUBJECT_WORDS } from "./severity-words";

/** The document of all rules, made from the rules and their texts. */
export function ruleList(): string {
  const lines = RULES.map(({ code, name, severity, subject, needs, needsAll = [], noPatchBecause }) => {
    const sources = [...new Set([...needs, ...needsAll])].map(listedSource).join(", ");
    const remedy = noPatchBecause === undefined ? "Has something to copy." : `Nothing to copy: ${noPatchBecause}.`;
    const { title = "", why = "", whatToDo = "" } = RULE_WORDS[name] ?? {};
    const effect = `${why} ${generalText(whatToDo)}`;
    const rule = `- ${code} \`${name}\` (${severity}, ${SUBJECT_WORDS[subject][0]}): ${title}. ${sources === "" ? "" : `Needs ${sources}. `}${remedy}`;
    return `${rule}\n\n  ${effect}\n`;
  });
  return ["# Rules", "", "Written by `npm run generate`.", "", ...lines].join("\n");
}
