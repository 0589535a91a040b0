import { NO_ALIASES, TOO_DEEP, unquotedAddressWords } from "@/lib/format/document-words";
import { listAndMore } from "@/lib/format/text/lists";
import { formatNumber } from "@/lib/format/text/numbers";
import { verb } from "@/lib/format/text/tense";

/** What stands under a field of the form, whatever is typed into it. */
export const FIELD_HINTS = {
  labels: "Copied to every machine that registers from now on. Services and policies select by them.",
  network: "The network of the machine's own bundle wins. Empty equals every network: sidecars call the machines directly.",
  locality: "Usually overwritten by what the machine reports, often by nothing. The label topology.istio.io/locality holds.",
  localityEmpty: "Also written as a label, which holds. Empty: each machine reports that of its cloud.",
  localityKept: "The label topology.istio.io/locality says where the machines are, and holds.",
  ports: "Names that a ServiceEntry's ports are found by. Without one, callers use the port that the ServiceEntry or Service names.",
  weight: "The share of calls beside other machines of a ServiceEntry. Istio reads empty and 0 as 1.",
  size: 'Used by Stolos only. A number, or a range such as "10-60".',
  grpc: "Istio's webhook refuses a probe over gRPC, though its agent could make it. Probe by HTTP, TCP or a command instead.",
  headers: "One to a line, such as Accept: text/plain.",
  exec: "One part to a line. It runs on the machine, as the user of the agent.",
} as const;

/** Under the name: how the machines will be called. */
export function nameHint({ example }: { readonly example: string }): string {
  return `Machines will be called ${example}. Long names lose their front at 253 letters.`;
}

/** Under the labels: who takes the machines, once they are there. `hosts`: named by namespace. */
export function takersHint({ hosts, more }: { readonly hosts: readonly string[]; readonly more: number }): string {
  if (hosts.length === 0) return "Nothing takes machines with these labels: no caller reaches them yet.";
  return `${listAndMore(hosts, more, { commas: true })} ${verb(hosts.length + more, "take")} these machines as soon as they may get traffic.`;
}

/** Why a text cannot be read as a group, with the way out; what was typed is kept. */
export function textFaultWords(fault: TextFault): string {
  switch (fault.code) {
    case "too-long":
      return `The text has ${formatNumber(fault.length)} letters, and at most ${formatNumber(fault.most)} can be sent. Take something away: what you typed is kept.`;
    case "alias":
      return NO_ALIASES;
    case "several":
      return "A second document begins here. One object is written at a time: take the others away.";
    case "empty":
      return "There is no object here. Begin again from the example, or undo.";
    case "colons":
      return unquotedAddressWords(fault.value);
    case "deep":
      return TOO_DEEP;
    case "syntax":
      return `This is no YAML: ${fault.detail.replace(/[:.]*$/, "")}. What you typed is kept.`;
    case "kind":
      return `The draft is of a WorkloadGroup, and kind is ${fault.kind === "" ? "missing" : `"${fault.kind}"`}. Write kind: WorkloadGroup.`;
  }
}

export type TextFault =
  | { readonly code: "alias" | "several" | "empty" | "deep" }
  | { readonly code: "colons"; readonly value: string }
  | { readonly code: "too-long"; readonly length: number; readonly most: number }
  | { readonly code: "syntax"; readonly detail: string }
  | { readonly code: "kind"; readonly kind: string };

/** Over a form that cannot be used, because the text beside it cannot be read. */
export function formWaitsWords({ line }: { readonly line: number }): string {
  return `The form waits: line ${line} of the YAML cannot be read.`;
}

/** A field of the form whose place in the YAML holds something else than the field can. */
export const OTHER_SHAPE = "The YAML says something here that this field cannot show. Change it there.";
