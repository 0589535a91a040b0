import type { RuleNameOf } from "@/lib/domain/findings/rule-names";
import { plural } from "@/lib/format/text/numbers";
import { evidenceText } from "./evidence";
import type { RuleTexts } from "./rule-texts";

/** The texts of the rules about the control plane. */
export const CONTROL_PLANE_TEXTS: Readonly<Record<RuleNameOf<6>, RuleTexts>> = {
  "controller-skew": {
    title: "One istiod replica holds far more machines than its share",
    found: (facts) => {
      const { held, even, replicas } = facts.evidence;
      const share = `${plural(Number(replicas), "replica")} of revision ${evidenceText(facts, "revision")} would hold ${Number(even)} each`;
      return `${evidenceText(facts, "replica")} holds ${plural(Number(held), "machine")}, where ${share}.`;
    },
    why: "When it is lost all of them connect anew at once, and until then it does the work of several.",
    whatToDo:
      "Wait for one maximum connection age: streams are recycled and spread. After a rollout that is normal; where it stays so, look at how machines reach istiod.",
    cannotSee: "Streams of Pods are not counted: only machines write which replica holds them.",
  },
  "namespace-revision-not-running": {
    title: "A namespace asks for a revision that nobody runs",
    found: (facts) =>
      `Namespace ${evidenceText(facts, "namespace")} asks for revision ${evidenceText(facts, "revision")}, and istiod runs as ${evidenceText(facts, "running")}.`,
    why: "New Pods there get no sidecar, and bundles for its machines that are made with this revision name an istiod that does not answer.",
    whatToDo: "Label the namespace with a revision that runs, unless the name is a tag: istioctl tag list tells.",
    cannotSee: "Tags of revisions are in webhook configurations, which are not read: a tag looks like a revision that nobody runs.",
  },
};
