import type { RuleNameOfCodeDigit } from "@/lib/domain/findings/rule-names";
import { plural } from "@/lib/format/text/numbers";
import { revisionAdvice } from "./advice";
import { evidenceText } from "./evidence";
import type { RuleTexts } from "./rule-texts";

/** The texts of the rules about the control plane. */
export const CONTROL_PLANE_TEXTS: Readonly<Record<RuleNameOfCodeDigit<6>, RuleTexts>> = {
  "controller-skew": {
    title: "One istiod replica holds far more machines than its share",
    found: (facts) => {
      const { held, even, replicas } = facts.evidence;
      const share = `${plural(Number(replicas), "replica")} of revision ${evidenceText(facts, "revision")} would hold ${Number(even)} each`;
      return `${evidenceText(facts, "replica")} holds ${plural(Number(held), "machine")}, where ${share}.`;
    },
    why: "If this replica is lost, all these machines connect again at once.",
    whatToDo: "If istiod has a maximum connection age, wait for one: the connections spread again. If it has none, restart that replica when the load allows.",
    cannotSee: "Streams of Pods: only machines show the replica that they are connected to.",
  },
  "namespace-revision-not-running": {
    title: "No istiod runs with the revision name of a namespace",
    found: (facts) =>
      `Namespace ${evidenceText(facts, "namespace")} asks for revision ${evidenceText(facts, "revision")}, and istiod runs as ${evidenceText(facts, "running")}.`,
    why: "If the name is no tag, new Pods there get no sidecar, or do not start.",
    whatToDo: revisionAdvice("label the namespace with one that runs", "If istioctl tag list shows the name, do nothing."),
    cannotSee: "Tags of revisions: they are in webhook configurations, which Stolos does not read.",
  },
};
