import { adviceBy } from "./advice";
import { evidenceList, evidenceText } from "./evidence";
import type { RuleText } from "./rule-texts";

const NO_OWNER = "If nothing else owns the entry, make the group its owner again.";
const STOP_AGENT = "If the entry is not needed, stop the machine's agent, then delete it.";
const REGISTER_AGAIN = "If its proxy uses HBONE, stop its agent. Start it when the entry is gone.";
const MAKE_REPORT = "If the machine's mesh.yaml has readinessProbe, restart its agent. If it has none, start the agent with a bundle that has the probe.";
const HAND_WRITTEN = "A hand-written entry also needs ISTIO_META_WORKLOAD_ENTRY with its name on the machine.";
const NO_CHECK = "If no check is meant, remove the annotation proxy.istio.io/health-checks-enabled.";
const NEW_ENTRY = "A new entry has the group's values, but loses hand-set labels such as drains.";
const EDITED_ENTRY = "The entry was edited after it was made. If the edit is meant, leave it. If the group is right, write the group's values into the entry.";
const STILL_REPORTS = "First check that the machine still reports: its mesh.yaml has readinessProbe.";
const TURN_ON = "If its health is to count, set proxy.istio.io/health-checks-enabled to true. A machine with Healthy=False then gets no requests at once.";

/** The advice for a machine that never reported its health: a hand-written entry first needs an agent that names it. */
export function neverReportedAdvice(): RuleText {
  return {
    general: `${MAKE_REPORT} ${HAND_WRITTEN}`,
    fitting: (facts) => (facts.evidence.management === "unmanaged" ? `${MAKE_REPORT} ${HAND_WRITTEN} ${NO_CHECK}` : `${MAKE_REPORT} ${NO_CHECK}`),
  };
}

/** The advice for an entry that differs from its group's template, by the side that was edited. */
export function templateDriftAdvice(): RuleText {
  return {
    general: `If the group is right, patch the entry. ${NEW_ENTRY} If the entry is right, leave it, or correct the group.`,
    fitting: (facts) =>
      facts.evidence.cause === "entry-edited" ? EDITED_ENTRY : `If the group is right, patch the entry. ${NEW_ENTRY} If the entry is right, correct the group.`,
  };
}

/** The advice for a report that is not used. An old one may stay for ever. */
export function ignoredReportAdvice(): RuleText {
  return {
    general: `${STILL_REPORTS} ${TURN_ON}`,
    fitting: (facts) =>
      facts.evidence.isCurrent === true || facts.evidence.status === "True" ? TURN_ON : `The report may be old. ${STILL_REPORTS} ${TURN_ON}`,
  };
}

/** The advice for an entry that its group does not own, by its present owner. */
export function ownerMissingAdvice(): RuleText {
  return {
    general: `${NO_OWNER} ${STOP_AGENT}`,
    fitting: (facts) => (evidenceText(facts, "owner") === "" ? `${NO_OWNER} ${STOP_AGENT}` : `If the present owner is right, leave the entry. ${STOP_AGENT}`),
  };
}

/** The advice for an entry without the tunnel label, by istiod's version. */
export function tunnelLabelAdvice(): RuleText {
  return adviceBy(
    "writes",
    { yes: REGISTER_AGAIN, no: `First update istiod: this version does not write the label. ${REGISTER_AGAIN}` },
    `If istiod's version does not write the label, update it first. ${REGISTER_AGAIN}`,
  );
}

/** The advice for entries with one address. One entry cannot keep several accounts. */
export function oneAddressAdvice(): RuleText {
  const apart = "If they are machines of different networks, name each network in spec.network. If a machine is gone, delete its entry.";
  const ofSeveral = "If one sidecar runs there, write its account into each entry. If each account has its own sidecar, give each its own address.";
  const ofOne = "If all mean one machine in one namespace, leave one entry with all ports. If services of several namespaces need it, leave one entry in each.";
  return { general: `${apart} ${ofOne}`, fitting: (facts) => `${apart} ${evidenceList(facts, "accounts").length > 1 ? ofSeveral : ofOne}` };
}

/** The advice for a lost drain, by istiod's draining label. */
export function drainLostAdvice(): RuleText {
  return {
    general: "If the machine is still to be out, set istiod's draining label again.",
    fitting: (facts) =>
      facts.evidence.isInForce === false
        ? `istiod has another draining label (PILOT_DRAINING_LABEL): ${evidenceText(facts, "label")} has no effect. If the machine is to be out, set that label.`
        : "If the machine is still to be out, drain it again. If it is to stay out over restarts, stop it, or label it in its bundle.",
  };
}

/** The advice for a probe that is not in force. The agent cannot run each probe. */
export function probeAdvice(): RuleText {
  return {
    general: "If the probe has httpGet, tcpSocket or exec, make a bundle with it. Stop the agent until the entry is gone, then start it with that bundle.",
    fitting: (facts) =>
      facts.evidence.isRefused === true
        ? "First correct the group's probe: the agent cannot run it. Make a bundle only with httpGet, tcpSocket or exec."
        : "Make a bundle with the probe. Stop the agent until the entry is gone, then start it with that bundle. A restart while the entry is there changes nothing.",
  };
}
