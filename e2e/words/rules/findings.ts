import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Rule, Said } from "@/e2e/words/rule";
import { endOf } from "@/e2e/words/selected";
import type { Truth } from "@/e2e/words/truth";

const where = { region: /^Findings$/ };
/** The list of all rules as it is published: "- CODE `name` (…): title. … Nothing to copy: reason.", and below it why it matters and what to do. */
const PUBLISHED = readFileSync(resolve("lib/domain/findings/RULES.md"), "utf8");

/**
 * What is said of an object's findings. That rules fire where they should is proved elsewhere, against a naive evaluator in random worlds; here
 * a title has its rule's code, a reason for no patch is a published one, and a port ends where the objects say.
 */
export const FINDINGS: readonly Rule[] = [
  { says: "{n} finding[s]", where },
  { says: "{words} STL{n}", where, check: isTitle },
  { says: "Port {n} of {name} ends on {n} of the {n} machine[s] of {name}, and the template names {words} only.", where, check: endsOnGroup },
  { says: "No patch: {words}.", where, check: isReason },
  { says: "≥ {age}", where },
  { says: "no record that you may see tells since when it is there", where },
  { says: "(WorkloadEntry|WorkloadGroup) {name}", where, check: isThere },
  { says: "{words}.", where, check: isExplained },
];

/** The code is that of the rule with this title. */
function isTitle({ statement: { text } }: Said): string | null {
  const [, title = "", code = ""] = /^(.*) (STL\d+)$/.exec(text) ?? [];
  const line = PUBLISHED.split("\n").find((one) => one.startsWith(`- ${code} `));
  return line?.includes(`): ${title}. `) === true ? null : "no rule has this title and code";
}

/** An object that a finding names is there. */
function isThere({ statement: { text } }: Said, { raw, readAt }: Truth): string | null {
  const [kind, place] = text.split(" ");
  const objects = raw.at(kind === "WorkloadGroup" ? "group" : "entry", readAt);
  return objects.some(({ metadata }) => `${metadata.namespace}/${metadata.name}` === place) ? null : `there is no ${text}`;
}

function isReason({ statement: { text } }: Said): string | null {
  return PUBLISHED.includes(text.replace("No patch", "Nothing to copy")) ? null : "no rule gives this reason";
}

/** Why it matters and what to do about it are those of some rule. What stands between two sentences is lost where they are read from the page. */
function isExplained({ statement: { text } }: Said): string | null {
  const bare = (words: string) => words.replace(/\s/g, "");
  return bare(PUBLISHED).includes(bare(text)) ? null : "no rule says so";
}

/** A host's port, and where it ends on the machines of the page's group. */
function endsOnGroup({ counts: [port = 0, end, count], filled }: Said, truth: Truth): string | null {
  const [host, group] = filled.filter(({ kind }) => kind === "name").map(({ text }) => text);
  const holds = truth.sometimeOfHosts((hosts) =>
    hosts.some((one) => {
      const members = one.machines.filter((machine) => machine.group === group);
      return one.hosts.includes(host ?? "") && members.length === count && members.some(({ object }) => endOf(one, object, port) === end);
    }),
  );
  return holds ? null : `never did port ${port} of ${host} end on ${end} of ${count} machines of ${group}`;
}
