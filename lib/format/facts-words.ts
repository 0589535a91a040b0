import type { FindingObject } from "@/lib/domain/findings/rule";
import { FIELD_CODES, type FieldChange, type FieldCode } from "@/lib/domain/history/object-changes";
import type { MachineOfDeletedGroup, TransitionFacts } from "@/lib/domain/history/transition-facts";
import { RULE_WORDS } from "./findings/rule-words";
import { GONE_WITH } from "./happened-words";
import { formatNumber, plural } from "./text/numbers";
import { unseenWords } from "./unseen-words";

const FIELDS: Readonly<Record<FieldCode, string>> = {
  unreadable: "unreadable",
  "health-checks": "health checks",
  "registration-group": "registered in group",
  owner: "owner",
  "managed-by": "managed by",
  "marked-for-deletion": "marked for deletion",
};

/** What is known of a thing that happened, in words: one line for each field that changed, or machine that was left. Texts in it may be a stranger's. */
export function factsWords(facts: TransitionFacts): string {
  switch (facts.kind) {
    case "changes":
      return [...facts.changes.map(changeWords), ...(facts.more > 0 ? [`and ${plural(facts.more, "more change")}`] : [])].join("\n");
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

/** A field that changed, on one line: "spec.network: vpc-1 → vpc-2". */
export function changeWords({ field, from, to }: FieldChange): string {
  const code = FIELD_CODES.find((one) => one === field);
  const name = code === undefined ? field : FIELDS[code];
  return code === "marked-for-deletion" ? name : `${onOneLine(name)}: ${valueWords(from)} → ${valueWords(to)}`;
}

function objectWords({ kind, namespace, name }: FindingObject): string {
  return onOneLine(`${kind} ${namespace === "" ? name : `${namespace}/${name}`}`);
}

function leftWords({ name, replica }: MachineOfDeletedGroup): string {
  return replica === null ? name : `${name}: still connected to ${replica}`;
}

/** A key that is there with an empty value is not one that is missing. */
function valueWords(value: string | null): string {
  if (value === null) return "(none)";
  return value === "" ? '""' : onOneLine(value);
}

function onOneLine(text: string): string {
  return text.replaceAll("\n", " ");
}
