import type { FindingObject } from "@/lib/domain/findings/rule";
import type { MachineOfDeletedGroup, TransitionFacts } from "@/lib/domain/history/transition-facts";
import { fieldChangeText, textOnOneLine } from "./field-change";
import { RULE_WORDS } from "./findings/rule-words";
import { GONE_WITH } from "./happened-words";
import { formatNumber, plural } from "./text/numbers";
import { unseenWords } from "./unseen-words";

/** What is known of a thing that happened, in words: one line for each field that changed, or machine that was left. Texts in it may be a stranger's. */
export function factsWords(facts: TransitionFacts): string {
  switch (facts.kind) {
    case "changes":
      return [...facts.changes.map(fieldChangeText), ...(facts.more > 0 ? [`and ${plural(facts.more, "more change")}`] : [])].join("\n");
    case "left":
      return facts.machines.map(leftWords).join("\n");
    case "restarts":
      return `${formatNumber(facts.count)} restarts`;
    case "finding": {
      const more = facts.more > 0 ? [`and ${plural(facts.more, "more object")}`] : [];
      // What it is called stands first, by itself: a line of the log tells no more.
      return [RULE_WORDS[facts.rule]?.title ?? facts.rule, ...(facts.gone ? [GONE_WITH] : []), ...facts.objects.map(objectWords), ...more].join("\n");
    }
    case "unseen":
      return unseenWords(facts.reason);
  }
}

function objectWords({ kind, namespace, name }: FindingObject): string {
  return textOnOneLine(`${kind} ${namespace === "" ? name : `${namespace}/${name}`}`);
}

function leftWords({ name, replica }: MachineOfDeletedGroup): string {
  return replica === null ? name : `${name}: still connected to ${replica}`;
}
