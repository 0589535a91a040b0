import type { PolicyLevel } from "@/lib/domain/selection/policies-on";
import { joinParts, listAtMost } from "./text/lists";
import { plural } from "./text/numbers";
import { verb } from "./text/tense";

/** What a policy does to a machine, as a list of policies tells it. */
export type WordedDeed =
  | { readonly what: "authorizes"; readonly action: string; readonly rules: number }
  | { readonly what: "takes"; readonly mode: string; readonly ports: readonly { readonly port: number; readonly mode: string }[]; readonly decides: boolean }
  | { readonly what: "knows"; readonly hosts: readonly string[] }
  | {
      readonly what: "calls";
      readonly host: string;
      readonly tls: string;
      readonly subsets: readonly string[];
      readonly subsetCount: number;
      readonly ejects: boolean;
    };

/** What a policy does, in a few words. */
export function policyDeedWords(deed: WordedDeed): string {
  switch (deed.what) {
    case "authorizes":
      return authorizesWords(deed);
    case "takes":
      return `${takesWords(deed)}${deed.decides ? "" : "; a narrower or an older one decides"}`;
    case "knows":
      return deed.hosts.length === 0 ? "its own calls know every host" : `its own calls know ${listAtMost(deed.hosts, MOST_HOSTS, { commas: true })}`;
    case "calls":
      return callsWords(deed);
  }
}

function authorizesWords({ action, rules }: Extract<WordedDeed, { what: "authorizes" }>): string {
  const what = plural(rules, "rule");
  const say = verb(rules, "say");
  switch (action) {
    case "ALLOW":
      return rules === 0 ? "lets nobody in" : `lets in only what ${what} ${say}`;
    case "DENY":
      return rules === 0 ? "refuses nobody" : `refuses what ${what} ${say}`;
    case "AUDIT":
      return rules === 0 ? "logs nothing" : `logs what ${what} ${say}`;
    default:
      return rules === 0 ? `${action} for nothing` : `${action} for what ${what} ${say}`;
  }
}

const MODES: Readonly<Record<string, string>> = {
  STRICT: "its sidecar takes mTLS only",
  PERMISSIVE: "its sidecar takes mTLS and plain text",
  DISABLE: "its sidecar takes plain text only",
};

function takesWords({ mode, ports }: Extract<WordedDeed, { what: "takes" }>): string {
  const general = MODES[mode] === undefined ? "" : `${MODES[mode]} (${mode})`;
  const single = ports.map(({ port, mode: own }) => `port ${port}: ${own === "" || own === "UNSET" ? "as the rest" : own}`).join(", ");
  return joinParts([general, single], "; ") || "says nothing of its own";
}

const MOST_HOSTS = 3;

function callsWords({ host, tls, subsets, subsetCount, ejects }: Extract<WordedDeed, { what: "calls" }>): string {
  const parts = [
    tls === "" ? "" : `TLS mode ${tls}`,
    subsetCount === 0 ? "" : subsets.length === 0 ? `in none of ${plural(subsetCount, "subset")}` : `in subset ${subsets.join(", ")}`,
    ejects ? "failing endpoints are ejected" : "",
  ].filter((words) => words !== "");
  return `for callers of ${host}: ${parts.length === 0 ? "nothing that touches it" : parts.join("; ")}`;
}

/** By what a policy comes to a machine. */
export function policyReachWords(by: PolicyLevel | "host", namespace: string): string {
  switch (by) {
    case "mesh":
      return "the whole mesh";
    case "namespace":
      return `all of ${namespace}`;
    case "labels":
      return "its labels";
    case "host":
      return "its host";
  }
}

/** What is known of the labels that policies see, before a list of them. */
export interface PoliciesInput {
  readonly labelsBy: { readonly namespace: string; readonly name: string } | null;
  readonly bundle: "group" | "unknown";
  readonly undecided: number;
}

/** Whose labels the policies of a machine's sidecar see (docs/istio.md#policy-labels), and what nobody can tell of them. */
export function policyLabelsSentence({ labelsBy, bundle, undecided }: PoliciesInput): string {
  const seen =
    labelsBy === null
      ? `Policies see the labels of the machine's bundle: no ServiceEntry brings its entry's in.`
      : `Policies see its entry's labels, by ServiceEntry ${labelsBy.name}, over those of its bundle.`;
  const assumed = bundle === "group" ? " The bundle is taken to be as the group is now." : " What its bundle says is not known.";
  const open = undecided === 0 ? "" : ` Of ${plural(undecided, "policy", "policies")} of its namespace nobody can tell.`;
  return `${seen}${assumed}${open}`;
}
