import { be } from "@/lib/format/text/tense";

/** A tool that keeps an object, and by which of the object's marks that is known. */
interface Owner {
  readonly tool: "Argo CD" | "Flux" | "Helm";
  readonly mark: string;
  readonly name: string;
}

/** Who keeps an object that is there, and what becomes of a change of ours. Whether a tool is set to heal, to detect drift or to prune is not known here. */
export function ownerWords({ tool, mark, name }: Owner): string {
  return `${tool} keeps it, by its ${mark} ${name}. ${AFTER_A_CHANGE[toolOf({ tool, name })]}`;
}

type Tool = "Argo CD" | "Flux" | "Flux by Helm" | "Helm";

/** Flux applies what Git says itself, or has Helm do it: only the mark tells. */
function toolOf({ tool, name }: Pick<Owner, "tool" | "name">): Tool {
  return tool === "Flux" && name.startsWith("helm") ? "Flux by Helm" : tool;
}

const AFTER_A_CHANGE: Readonly<Record<Tool, string>> = {
  "Argo CD":
    "A change that is made here is shown there as out of sync. Where the application heals itself it is taken back at once, else by its next sync. Change it in Git.",
  Flux: "At the next interval of its Kustomization Flux writes what Git says over a change that is made here; fields that Git does not name stay. Change it in Git.",
  "Flux by Helm":
    "A change that is made here stays until the next upgrade of its HelmRelease; where drift detection is on, Flux takes it back at the next interval. Change the values in Git.",
  Helm: "Helm takes nothing back by itself. The next upgrade or rollback of the release may write over a change that is made here. Change the values of the release.",
};

/** Who keeps an object that is to be deleted, and whether it comes back. Whether a tool is set to heal, to detect drift or to prune is not known here. */
export function deletedOwnerWords({ tool, mark, name }: Owner): string {
  return `${tool} keeps it, by its ${mark} ${name}. ${AFTER_A_DELETION[toolOf({ tool, name })]}`;
}

const AFTER_A_DELETION: Readonly<Record<Tool, string>> = {
  "Argo CD":
    "Once it is deleted it is shown there as missing. Where the application heals itself Argo CD makes it again at once, else at its next sync. Take it out of Git first.",
  Flux: "At the next interval of its Kustomization Flux makes it again as Git says. Take it out of Git first.",
  "Flux by Helm":
    "It stays away until the next upgrade of its HelmRelease, which makes it again; where drift detection is on, Flux does so at the next interval. Take it out of the chart or its values in Git first.",
  Helm: "Helm makes nothing again by itself. The next upgrade or rollback of the release makes it again. Take it out of the chart or its values first.",
};

/** No mark and no field manager of these tools is on an object. */
export function noOwnerWords(): string {
  return "Neither Argo CD nor Flux nor Helm is known to keep it: it has no mark of theirs, and none of them wrote it.";
}

/** `problem`: a sentence, why the object cannot be read. */
export function ownerNotKnownWords({ problem }: { readonly problem: string }): string {
  return `Not known whether Argo CD, Flux or Helm keeps it and would make it again: it cannot be read. ${problem}`;
}

/** Of objects that are new. `marked`: the text carries the mark of a tool already. */
export function newOwnerWords({ marked }: { readonly marked: Owner | null }): string {
  if (marked === null)
    return "New objects are no tool's: nothing takes them back. To have them in Git, copy them there; the one who applies them first owns their fields.";
  const { tool, mark, name } = marked;
  return `The text carries the ${mark} ${name} of ${tool}. ${OF_A_COPIED_MARK[tool]} Take it away, or apply by Git.`;
}

const OF_A_COPIED_MARK: Readonly<Record<Owner["tool"], string>> = {
  "Argo CD": "An application that takes the object for its own shows it as out of sync, and deletes it where it prunes what is not in Git.",
  Flux: "Flux knows what it applied by a list of its own: it neither keeps nor deletes this object, though the mark says so to whoever looks.",
  Helm: "No release knows of the object; one of that name may take it over at its next upgrade.",
};

/** Of a namespace some groups of which a tool keeps as a repository says. */
export function namespaceKeptWords({ namespace, tool, kept, groups }: NamespaceKept): string {
  const which = groups === 1 ? `The one group in ${namespace} is` : `${kept} of ${groups} groups in ${namespace} ${be(kept)}`;
  return `${which} kept from Git by ${tool}. What is applied here is not in that Git: to have it kept like its neighbours, copy it for Git instead.`;
}

interface NamespaceKept {
  readonly namespace: string;
  readonly tool: string;
  readonly kept: number;
  readonly groups: number;
}
