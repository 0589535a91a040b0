import { parse, stringify } from "yaml";
import type { CommandName } from "@/lib/contract/commands";
import type { Draft } from "@/lib/contract/draft";
import { fieldOf, textOf } from "@/lib/domain/preview/values";
import { readGroup } from "./group-text";

/** One object that a draft makes. */
export interface DraftObject {
  readonly kind: "ServiceAccount" | "WorkloadGroup" | "Service" | "ServiceEntry";
  readonly namespace: string;
  readonly name: string;
  readonly text: string;
  readonly command: Extract<CommandName, `create-${string}`>;
  /** The plural under which it can be read; null = it cannot be read here. */
  readonly resource: "workloadgroups" | "services" | "serviceentries" | null;
}

/**
 * The objects of a draft in the order in which they are made; `problem`: why there are none, "" = there are. `usedAccount`: the service account that
 * the group names and that is not made, "" = none.
 */
export interface DraftObjects {
  readonly usedAccount: string;
  readonly objects: readonly DraftObject[];
  readonly problem: string;
}

/** What a draft makes: the account first, as the group names it, and what selects the machines last. */
export function draftObjects(draft: Draft): DraftObjects {
  const { namespace } = draft;
  const { value, problem } = readGroup(draft.group, namespace, null);
  if (problem !== null) return { objects: [], usedAccount: "", problem: `Line ${problem.line} of the group's YAML: ${problem.text}` };
  const account = textOf(fieldOf(fieldOf(fieldOf(value, "spec"), "template"), "serviceAccount"));
  const group = { kind: "WorkloadGroup", command: "create-workloadgroup", resource: "workloadgroups" } as const;
  const made = [
    ...(draft.makeAccount && account !== "" ? [accountObject(namespace, account)] : []),
    { ...group, namespace, name: nameOf(value), text: draft.group },
    ...reachObjects(draft),
  ];
  return { objects: made, usedAccount: draft.makeAccount ? "" : account, problem: "" };
}

/** Everything of a draft as one YAML text, for Git. */
export function asOneText(objects: readonly DraftObject[]): string {
  return objects.map(({ text }) => text.trimEnd()).join("\n---\n") + (objects.length === 0 ? "" : "\n");
}

function accountObject(namespace: string, name: string): DraftObject {
  const text = stringify({ apiVersion: "v1", kind: "ServiceAccount", metadata: { name, namespace } });
  return { kind: "ServiceAccount", namespace, name, text, command: "create-serviceaccount", resource: null };
}

function reachObjects({ namespace, reach }: Draft): readonly DraftObject[] {
  if (reach.how === "service") {
    return [{ kind: "Service", namespace, name: nameIn(reach.text), text: reach.text, command: "create-service", resource: "services" }];
  }
  if (reach.how !== "serviceentry") return [];
  return [{ kind: "ServiceEntry", namespace, name: nameIn(reach.text), text: reach.text, command: "create-serviceentry", resource: "serviceentries" }];
}

function nameOf(value: unknown): string {
  return textOf(fieldOf(fieldOf(value, "metadata"), "name"));
}

/** The name in a text that may be anything: "" where there is none, and the API server says so. */
function nameIn(text: string): string {
  try {
    return nameOf(parse(text, { maxAliasCount: 0 }));
  } catch {
    return "";
  }
}
