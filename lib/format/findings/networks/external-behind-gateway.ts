import { listPhrase, plural } from "@/lib/format/count";
import { evidenceCount, evidenceList, hostPhrase } from "@/lib/format/findings/evidence-words";
import type { WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const externalBehindGateway: WordsOfFinding = {
  title: "No gateway passes a MESH_EXTERNAL host",
  found: (facts) =>
    `${hostPhrase(facts)} is MESH_EXTERNAL, or has no location, and takes ${plural(evidenceCount(facts, "machines"), "machine")} in ${listPhrase(evidenceList(facts, "networks"))}, which others reach through a gateway.`,
  why: "Gateways pass hosts of the mesh only: callers in other networks are sent to a gateway that refuses them, or to nobody.",
  whatToDo: "Write location MESH_INTERNAL, if these machines belong to the mesh.",
  cannotSee: "Whether callers are in other networks at all.",
};
