import type { LinePart } from "./headline";
import { listAtMost } from "./text/lists";
import { formatNumber, oneOrMany, plural } from "./text/numbers";
import { verb } from "./text/tense";

/** A host that takes machines of a group, with all that answers for it. */
export interface HurtHost {
  readonly hosts: readonly string[];
  /** How many machines of the group it takes. */
  readonly takes: number;
  /** Null = not visible. */
  readonly machines: { readonly taken: number; readonly serving: number; readonly inDoubt: number; readonly aside: number } | null;
  readonly pods: { readonly ready: number } | null;
  readonly inline: number;
}

/** So many hosts are named. */
const MOST_NAMED = 2;

/**
 * The hosts that suffer with a group, worst first: those for which nobody answers any more, and those that keep fewer than they take. Only what counts prove; a
 * machine that is gone is taken by nobody any more: `missing` of the group makes all its hosts tell what they keep.
 */
export function hurtHosts(hosts: readonly HurtHost[], missing: boolean, past: boolean): readonly LinePart[] {
  const hurt = hosts.flatMap((host) => partOf(host, missing, past)).sort((a, b) => a.order - b.order);
  const more = hurt.length - MOST_NAMED;
  const named = hurt.slice(0, MOST_NAMED).map(({ text, tone }): LinePart => ({ text, tone }));
  return more > 0
    ? [
        ...named,
        {
          text: `${plural(more, "more host")} ${past ? "kept fewer than were taken" : oneOrMany(more, "keeps fewer than it takes", "keep fewer than they take")}`,
          tone: null,
        },
      ]
    : named;
}

interface Part extends LinePart {
  readonly order: number;
}

function partOf({ hosts, takes, machines, pods, inline }: HurtHost, missing: boolean, past: boolean): readonly Part[] {
  if (machines === null || (takes === 0 && !missing)) return [];
  const name = listAtMost(hosts, 1, { noun: ["host", "hosts"] });
  const answers = past ? "answered" : "answers";
  const left = machines.serving + machines.inDoubt + inline;
  if (left === 0 && pods === null) return [{ text: `no machine ${answers} for ${name}, and its pods are not visible to you`, tone: "bad", order: 1 }];
  if (left === 0 && pods?.ready === 0) return [{ text: `nobody ${answers} for ${name}`, tone: "bad", order: 0 }];
  if (!missing && machines.serving + machines.aside >= machines.taken) return [];
  return [
    {
      text: `${name} ${verb(Math.max(hosts.length, 1), "keep", { past }, "kept")} ${keptPhrase(machines, pods, inline)}`,
      tone: null,
      order: 2 + left + (pods?.ready ?? 0),
    },
  ];
}

function keptPhrase({ serving, inDoubt }: NonNullable<HurtHost["machines"]>, pods: HurtHost["pods"], inline: number): string {
  const doubt = inDoubt > 0 ? `, ${formatNumber(inDoubt)} that nobody can vouch for` : "";
  const others = [...(pods === null ? [] : pods.ready > 0 ? [plural(pods.ready, "pod")] : []), ...(inline > 0 ? [plural(inline, "inline endpoint")] : [])];
  const unseen = pods === null ? " (pods not visible)" : "";
  return `${[`${plural(serving, "machine")}${doubt}`, ...others].join(" and ")}${unseen}`;
}
