import { stringify } from "yaml";
import type { GroupDraft } from "@/lib/contract/answers/drafts";
import type { ObjectCommandName } from "@/lib/contract/commands";
import { isObjectName } from "@/lib/domain/object/kubernetes-object";
import { asText, fieldValue } from "@/lib/domain/preview/values";
import { type ReadGroup, readGroup } from "./group-text";
import { readHost } from "./host-text";

/** One object that a draft makes. */
export interface DraftObject {
  readonly kind: "ServiceAccount" | "WorkloadGroup" | "Service" | "ServiceEntry";
  readonly namespace: string;
  readonly name: string;
  readonly text: string;
  readonly command: Extract<ObjectCommandName, `create-${string}`>;
  /** The plural under which it can be read; null = it cannot be read here. */
  readonly resource: "workloadgroups" | "services" | "serviceentries" | null;
}

/** Why a draft makes no objects, and the step at which that can be put right. */
interface DraftProblem {
  readonly step: "describe" | "reach";
  /** The object whose text cannot be read, the kind of fault, and its line. */
  readonly kind: DraftObject["kind"];
  readonly code: string;
  readonly line: number;
  readonly title: string;
  readonly text: string;
}

/**
 * The objects of a draft in the order in which they are made; `problem`: why there are none, null = there are. `usedAccount`: the service account that
 * the group names and that is not made, "" = none.
 */
export interface DraftObjects {
  readonly usedAccount: string;
  readonly objects: readonly DraftObject[];
  readonly problem: DraftProblem | null;
}

/** What a draft makes: the account first, as the group names it, and what selects the machines last. */
export function draftObjects(draft: GroupDraft): DraftObjects {
  const { namespace } = draft;
  const read = readGroup(draft.group, namespace, null);
  const fault = faultOf(read, { kind: "WorkloadGroup", step: "describe", what: "group" });
  if (fault !== null) return none(fault);
  const { value } = read;
  const host = hostObject(draft);
  if (host !== null && "step" in host) return none(host);
  const account = asText(fieldValue(fieldValue(fieldValue(value, "spec"), "template"), "serviceAccount"));
  const group = { kind: "WorkloadGroup", command: "create-workloadgroup", resource: "workloadgroups" } as const;
  const made = [
    ...(draft.makeAccount && account !== "" ? [accountObject(namespace, account)] : []),
    { ...group, namespace, name: nameOf(value), text: draft.group },
    ...(host === null ? [] : [host]),
  ];
  return { objects: made, usedAccount: draft.makeAccount ? "" : account, problem: null };
}

/** Can the draft's group be read, and has it a name? */
export function isDescribed({ group, namespace }: GroupDraft): boolean {
  const { value, problem } = readGroup(group, namespace, null);
  return problem === null && isObjectName(nameOf(value));
}

function none(problem: DraftProblem): DraftObjects {
  return { objects: [], usedAccount: "", problem };
}

/** Everything of a draft as one YAML text, for Git. */
export function asOneText(objects: readonly DraftObject[]): string {
  return objects.map(({ text }) => text.trimEnd()).join("\n---\n") + (objects.length === 0 ? "" : "\n");
}

function accountObject(namespace: string, name: string): DraftObject {
  const text = stringify({ apiVersion: "v1", kind: "ServiceAccount", metadata: { name, namespace } });
  return { kind: "ServiceAccount", namespace, name, text, command: "create-serviceaccount", resource: null };
}

const HOSTS = {
  service: { kind: "Service", command: "create-service", resource: "services" },
  serviceentry: { kind: "ServiceEntry", command: "create-serviceentry", resource: "serviceentries" },
} as const;

/** What is made for callers, null = nothing; of a text that the editor refuses, why. */
function hostObject({ namespace, reach }: GroupDraft): DraftObject | DraftProblem | null {
  if (reach.how !== "service" && reach.how !== "serviceentry") return null;
  const { kind, command, resource } = HOSTS[reach.how];
  const read = readHost(reach.text, kind, namespace);
  return faultOf(read, { kind, step: "reach", what: kind }) ?? { kind, command, resource, namespace, name: nameOf(read.value), text: reach.text };
}

/** Why no object can be made of a text: it cannot be read, or has no name. Null = an object can be made. */
function faultOf(
  { value, problem, notes }: ReadGroup,
  { kind, step, what }: Pick<DraftProblem, "kind" | "step"> & { readonly what: string },
): DraftProblem | null {
  const at = (line: number, text: string) => ({ step, kind, line, text: `Line ${line} of the ${what}'s YAML: ${text}` });
  if (problem !== null) return { ...at(problem.line, problem.text), code: problem.code, title: `The ${what} cannot be read` };
  if (nameOf(value) !== "") return null;
  const line = notes.find(({ path }) => ["metadata", "metadata.name"].includes(path.join(".")))?.line ?? 1;
  return { ...at(line, "metadata.name is missing. Write a name."), code: "no-name", title: `The ${what} has no name` };
}

/** "" = no name is written. */
function nameOf(value: unknown): string {
  return asText(fieldValue(fieldValue(value, "metadata"), "name"));
}
