import type { ExportTo } from "@/lib/domain/new-group/export-to";
import { oneOrMany } from "@/lib/format/text/numbers";
import { capitalize } from "@/lib/format/text/sentence";
import { be, verb } from "@/lib/format/text/tense";

/** The ways in which callers reach the machines, and what each means. */
export const REACH_WORDS = {
  none: { title: "Not yet", says: "No host is made. The machines register and are checked." },
  existing: { title: "A host that is there", says: "Its selector takes the machines as soon as they may get traffic." },
  service: { title: "A new Service", says: "Callers of every namespace reach it by its name, as they reach Pods." },
  serviceentry: {
    title: "A new ServiceEntry",
    says: 'Its own host name. With exportTo "." only callers of this namespace can call it: take "." away, or name namespaces, for others.',
  },
} as const;

/** The hosts that are there already and take the machines of a new group, beside the way that was chosen. `isComplete`: are all that could take them known? */
interface ThereAlready {
  readonly how: keyof typeof REACH_WORDS;
  readonly hosts: number;
  readonly isComplete: boolean;
}

/** Of machines that are new to hosts that serve already. */
export function existingHostWords({ how, hosts, isComplete }: ThereAlready): string {
  const isMade = how === "service" || how === "serviceentry";
  if (hosts === 0) {
    const none = `${isComplete ? "No" : "As far as is known here, no"} ${isMade ? "other " : ""}host takes machines with these labels`;
    if (how === "existing") return `${none}. Change the labels, or make a host.`;
    return how === "none" ? `${none}: no caller is sent to them.` : `${none}.`;
  }
  const before = { none: "No host is made, and yet ", existing: "", service: "Beside the new host, ", serviceentry: "Beside the new host, " }[how];
  const which = oneOrMany(hosts, "this host sends", "these hosts send");
  const told = `${before}${which} production traffic to the new machines as soon as they report healthy, or at once where nothing checks them.`;
  return capitalize(told);
}

/** What a host that is made takes now, before the machines come. */
export function takesNowWords({ taken, answers }: { readonly taken: number; readonly answers: number }): string {
  if (taken === 0) return "It takes nobody yet.";
  return `It takes ${taken} that ${be(taken)} there already, of which ${answers} ${verb(answers, "answer")}: callers reach them too.`;
}

/** What stands under a field of a new host, whatever is typed into it. */
export const HOST_HINTS = {
  service: "Callers write NAME, NAME.NAMESPACE or NAME.NAMESPACE.svc and the port.",
  host: "The name that callers write. A name of somebody else's would take over its calls wherever this is told.",
  onlyPort: "A host has at least one port.",
  ports: "Callers use the port; machines are called on the target: empty = the same number.",
  static: "Callers are sent to the machines' addresses.",
  dns: "Machines' addresses are host names, which each caller looks up.",
} as const;

/** To whom a ServiceEntry is told, as it is chosen. */
export const EXPORT_WORDS = { own: "callers of this namespace", named: "callers of this namespace and of these", all: "callers of every namespace" } as const;

/** Who cannot call a host that is told so. */
export function exportHint(exported: ExportTo, namespace: string): string {
  switch (exported.to) {
    case "all":
      return "No namespace is left out. A caller whose Sidecar does not list the host cannot call it all the same.";
    case "own":
      return `Callers of other namespaces than ${namespace} cannot call it: to them the name does not exist.`;
    case "nobody":
      return "It is told to nobody (~): no caller can call it.";
    case "named": {
      const others = exported.names.filter((name) => name !== ".");
      const told = exported.names.includes(".") ? [namespace, ...others] : others;
      return `Callers of other namespaces than ${told.join(", ")} cannot call it.`;
    }
  }
}

/** Where the text is of another kind than is made here. */
export function otherKindWords({ written, wanted }: { readonly written: string; readonly wanted: string }): string {
  return `${written === "" ? "The text names no kind" : `The text is of a ${written}`}, and a ${wanted} is made here. Choose the other way above, or write kind: ${wanted}.`;
}
