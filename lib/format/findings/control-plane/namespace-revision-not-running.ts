import { evidenceText, type WordsOfFinding } from "@/lib/format/findings/words-of-finding";

export const namespaceRevisionNotRunning: WordsOfFinding = {
  title: "A namespace asks for a revision that nobody runs",
  found: (facts) =>
    `Namespace ${evidenceText(facts, "namespace")} asks for revision ${evidenceText(facts, "revision")}, and istiod runs as ${evidenceText(facts, "running")}.`,
  why: "New Pods there get no sidecar, and bundles for its machines that are made with this revision name an istiod that does not answer.",
  whatToDo: "Label the namespace with a revision that runs, unless the name is a tag: istioctl tag list tells.",
  cannotSee: "Tags of revisions are in webhook configurations, which are not read: a tag looks like a revision that nobody runs.",
};
