import { plural } from "@/lib/format/count";
import { evidenceCount, hostPhrase } from "@/lib/format/findings/evidence-words";
import type { WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const externalWithAccounts: WordsOfFinding = {
  title: "Machines of the mesh are called as if outside it",
  found: (facts) =>
    `${hostPhrase(facts)} is MESH_EXTERNAL, or has no location, and takes ${plural(evidenceCount(facts, "machines"), "machine")} with an account.`,
  why: "Callers send plain text to MESH_EXTERNAL hosts: the machines' identity is not asked for, and a machine that takes mutual TLS only refuses them.",
  whatToDo: "Write location MESH_INTERNAL, if sidecars run on these machines.",
  cannotSee: "Whether a sidecar runs on the machine, and DestinationRules that turn TLS on for single callers.",
};
