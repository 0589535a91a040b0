import type { RuleNameOf } from "@/lib/domain/findings/rule-names";
import { listOf } from "@/lib/format/text/lists";
import { oneOrMany, plural } from "@/lib/format/text/numbers";
import { callersSentence } from "@/lib/format/tls-words";
import { addressFaultPhrase, otherTargetPhrase } from "./address-phrases";
import { adviceBy, elsewhereAdvice, misplacedAdvice, revisionAdvice } from "./advice";
import { evidenceList, evidenceText, firstName, misplacedSentence } from "./evidence";
import { MACHINE_ANALYSIS_MESSAGE, MACHINE_WAYPOINT_NOT_BOUND } from "./istiod-reports";
import type { FoundFacts, RuleTexts } from "./rule-texts";

const DRIFT_CAUSES: Readonly<Record<string, string>> = {
  "group-changed": "the group was edited since the entry was made",
  "entry-edited": "the entry was edited by hand",
  "group-replaced": "the group was made anew since",
  either: "both were edited since the entry was made",
};

const SILENT_MACHINES: Readonly<Record<string, string>> = {
  auto: "its machine registered and never reported",
  claimed: "its machine is connected and never reported",
  unmanaged: "no machine ever answered for it",
};

const GHOST_REASONS: Readonly<Record<string, string>> = {
  "no-such-pod": "there is no such Pod",
  "not-running": "does not run",
  restarted: "was restarted since",
  "no-controller": "is not named",
  "past-deletion": "should have been gone by now",
  "node-silent": "runs on a Node that has fallen silent",
};

const MAKE_REPORT =
  "If the machine's mesh.yaml has readinessProbe, restart its agent. If it has none, make a bundle with the probe, and start the agent with it.";
const HAND_WRITTEN =
  "If a hand-written entry is to be checked, set ISTIO_META_WORKLOAD_ENTRY on the machine to its name. Its mesh.yaml also needs readinessProbe.";
const NO_CHECK = "If no check is meant, remove the annotation proxy.istio.io/health-checks-enabled.";
const NEW_ENTRY = "A new entry has the group's values too, but loses labels set by hand, such as a drain.";
const EDITED_ENTRY = "The entry was edited after it was made. If the edit is meant, leave it. If the group is right, write the group's values into the entry.";
const STILL_REPORTS = "First check that the machine still reports: its mesh.yaml has readinessProbe.";
const TURN_ON = "If its health is to count, set proxy.istio.io/health-checks-enabled to true. A machine with Healthy=False then gets no requests at once.";

/** The effect of istiod's version on a missing tunnel label. */
const WRITES_LABEL: Readonly<Record<string, string>> = {
  no: " This version of istiod does not write it.",
  unknown: " istiod writes it or not, by its exact version.",
};

/** The texts of the rules about entries. */
export const ENTRY_TEXTS: Readonly<Record<RuleNameOf<1>, RuleTexts>> = {
  "clock-skew": {
    title: "istiod's clock runs ahead",
    found: (facts) => {
      const { aheadSeconds } = facts.evidence;
      const ahead = typeof aheadSeconds === "number" ? `${plural(aheadSeconds, "second")} after the API server took the write` : "in the future";
      return `${firstName(facts)} is marked as connected at ${evidenceText(facts, "connectedAt")} by ${evidenceText(facts, "replica")}: ${ahead}.`;
    },
    why: "istiod removes entries whose mark lies too far in the future though the machine is connected, and every age and countdown of this machine is wrong.",
    whatToDo: "Set the clock of the Node on which that istiod runs (chrony or systemd-timesyncd). The next connection writes the mark anew.",
    cannotSee: "Clocks that run behind look like an older connection, and the clock of the machine itself is written nowhere.",
  },
  "template-drift": {
    title: "An entry differs from its group's template",
    found: (facts) => {
      const cause = DRIFT_CAUSES[evidenceText(facts, "cause")];
      return `${firstName(facts)} and its group ${evidenceText(facts, "group")} differ in ${fieldDifferences(facts)}${cause === undefined ? "" : `: ${cause}`}.`;
    },
    why: "Istio copies the template once, when the machine registers. Later edits of the group reach no registered entry.",
    whatToDo: {
      general: `If the group is right, patch the entry. ${NEW_ENTRY} If the entry is right, leave it, or correct the group.`,
      fitting: (facts) =>
        facts.evidence.cause === "entry-edited"
          ? EDITED_ENTRY
          : `If the group is right, patch the entry. ${NEW_ENTRY} If the entry is right, correct the group.`,
    },
    cannotSee: "Annotations of the template are not compared, nor is the locality, which machines mostly bring themselves.",
  },
  "bundle-drift": {
    title: "A machine's own labels override its group's",
    found: (facts) => {
      const who = facts.evidence.isMachines === true ? "its machine says so" : "its machine's bundle is older than the group, or says so on purpose";
      return `${firstName(facts)} has ${labelDifferences(facts)} (group ${evidenceText(facts, "group")}): ${who}.`;
    },
    why: "Labels of a machine's bundle win over its group's, each time it registers: an edit of the group never arrives there, and selectors that want the group's value pass the machine over.",
    whatToDo: "Hand out a new bundle if the group is right. Until the machine registers anew, a patch of its entry does.",
    cannotSee: "What stands in the bundle itself is not known, only what came of it.",
  },
  "probe-not-in-force": {
    title: "A probe is declared and not in force",
    found: (facts) => {
      const since = facts.evidence.groupEdited === true ? " The group was edited after it was made: the probe may be newer than the machine." : "";
      return `Group ${evidenceText(facts, "group")} declares a probe, and ${firstName(facts)} has no health gate.${since}`;
    },
    why: "Istio does not check this machine: if its application fails, it still gets requests.",
    whatToDo: {
      general: "If the probe has httpGet, tcpSocket or exec, make a bundle with it. Stop the agent until the entry is gone, then start it with that bundle.",
      fitting: (facts) =>
        facts.evidence.isRefused === true
          ? "First correct the group's probe: the agent cannot run it. Make a bundle only with httpGet, tcpSocket or exec."
          : "Make a bundle with the probe. Stop the agent until the entry is gone, then start it with that bundle. A restart while the entry is there changes nothing.",
    },
    cannotSee: "The machine's own mesh.yaml: it may have a probe that has not reported yet.",
  },
  "health-ignored": {
    title: "Health is reported and ignored",
    found: (facts) => {
      const message = evidenceText(facts, "message");
      const gate = evidenceText(facts, "gate");
      const said = `Healthy=${evidenceText(facts, "status")}${message === "" ? "" : ` (${message})`}`;
      return `${firstName(facts)} reports ${said}, and its health gate ${gate === "" ? "is not set" : `says ${gate}`}.`;
    },
    why: "Istio uses the report only if the annotation is true. Without it, an unhealthy machine still gets requests.",
    whatToDo: {
      general: `${STILL_REPORTS} ${TURN_ON}`,
      fitting: (facts) =>
        facts.evidence.isCurrent === true || facts.evidence.status === "True" ? TURN_ON : `The report may be old. ${STILL_REPORTS} ${TURN_ON}`,
    },
    cannotSee: "An annotation that is off on purpose.",
  },
  "health-gate-unreadable": {
    title: "The health check annotation has a value that Istio cannot read",
    found: (facts) => {
      const reported = evidenceText(facts, "reported");
      const said = reported === "" ? "" : ` It reports Healthy=${reported}, which is ignored.`;
      return `The annotation of ${firstName(facts)} says ${JSON.stringify(evidenceText(facts, "gate"))}, which Istio takes for false.${said}`;
    },
    why: "Istio reads it as false: the machine gets requests without a check.",
    whatToDo: adviceBy(
      "remedy",
      {
        true: "If a check is meant, write true: the last report decides then.",
        remove: "If no check is meant, remove the annotation. If one is meant, first see that the machine reports. Then write true.",
      },
      "If a check is meant and the machine reports, write true. Otherwise remove the annotation.",
    ),
    cannotSee: "The meaning of the value. Istio reads 1, t, T, TRUE, true, True and the same for false, and nothing else.",
  },
  "health-never-reported": {
    title: "Health checks are on, but no report has arrived",
    found: (facts) => {
      const group = facts.evidence.gatedByGroup === true ? " The gate is an annotation of its group." : "";
      return `${firstName(facts)} waits for a first report: ${SILENT_MACHINES[String(facts.evidence.management)] ?? "nobody reported"}.${group}`;
    },
    why: "Sidecars get no endpoint of this machine until it reports. Ambient callers get it.",
    whatToDo: {
      general: `${MAKE_REPORT} ${HAND_WRITTEN}`,
      fitting: (facts) => (facts.evidence.management === "unmanaged" ? `${HAND_WRITTEN} ${NO_CHECK}` : `${MAKE_REPORT} ${NO_CHECK}`),
    },
    cannotSee: "The machine's agent: it may have no probe, or not work.",
  },
  "no-replay": {
    title: "Health was not confirmed since the machine reconnected",
    found: (facts) =>
      `${firstName(facts)} connected to ${evidenceText(facts, "replica")} at ${evidenceText(facts, "connectedAt")}, and its last report (Healthy=${evidenceText(facts, "status")}) is of ${evidenceText(facts, "lastProbeTime")}.`,
    why: "A machine repeats its last report once after every connection. This one did not, so what stands there is from before: the report was lost, or the agent is stuck.",
    whatToDo: "Restart the machine's agent if the report does not come with the next connection.",
    cannotSee: "Whether the application is well is not known; the report that stands there may still be true.",
  },
  "leaked-entry": {
    title: "An entry outlived the connection that it claims",
    found: (facts) => {
      const { maxAgeMinutes, isAssumed, why } = facts.evidence;
      const marked = `${firstName(facts)} claims a connection since ${evidenceText(facts, "connectedAt")}`;
      if (why === "no-time") return `${marked}, which is no time.`;
      if (typeof maxAgeMinutes !== "number") return `${marked}, which is older than a connection can be.`;
      const age = `${plural(maxAgeMinutes, "minute")}${isAssumed === true ? " (assumed)" : ""}`;
      return `${marked}, and istiod ends each after ${age}: nobody has renewed it for more than one and a half times that.`;
    },
    why: "The machine and the istiod that held it were lost together, so nobody wrote that it left: callers are still sent there until a sweep finds the entry.",
    whatToDo: "Ask whether the machine lives. If it does not, delete its entry now instead of waiting for istiod's sweep; if it does, restart its agent.",
    cannotSee: "Whether the machine lives is not known. Where istiod ends no connections, age proves nothing and this is never found.",
  },
  "ghost-claim": {
    title: "An entry names a replica that may not hold its connection",
    found: (facts) => {
      const replica = evidenceText(facts, "replica");
      const why = evidenceText(facts, "why");
      const what = why === "no-such-pod" ? `${replica}, and there is no such Pod` : `${replica || "a replica"}, which ${GHOST_REASONS[why] ?? why}`;
      return `${firstName(facts)} says that it is connected since ${evidenceText(facts, "connectedAt")} to ${what}.`;
    },
    why: "If another replica runs, a machine that runs connects to it within seconds. One that did not may be gone, and callers still get its entry.",
    whatToDo:
      "First check that a replica of istiod runs. If the machine is gone, delete its entry. If it runs, and a replica of istiod too, restart its agent.",
    cannotSee: "Pods of an istiod outside this cluster cannot be seen, and machines that it holds look like these.",
  },
  "group-missing": {
    title: "An entry's group does not exist",
    found: (facts) => {
      const how = facts.evidence.isOwned === true ? "is owned by" : "was registered by";
      return `${firstName(facts)} ${how} group ${evidenceText(facts, "group")}, and there is none of that name.`;
    },
    why: "Istio keeps such an entry while its machine is connected. Once it is gone the machine is refused for want of its group, and gets no configuration either.",
    whatToDo: "Write the group anew under its name, with the machine's account. If nobody needs the machine, stop its agent: istiod then removes the entry.",
    cannotSee: "A group in another cluster is not looked for: machines register in the cluster of their istiod.",
  },
  "owner-missing": {
    title: "An entry was registered by a group that does not own it",
    found: (facts) => {
      const owner = evidenceText(facts, "owner");
      const instead = owner === "" ? "and no owner is written" : `and its owner is ${owner}`;
      return `${firstName(facts)} names group ${evidenceText(facts, "group")}, ${instead}.`;
    },
    why: "It survives the deletion of its group: the group was deleted with its entries left behind, or the entry is somebody's copy.",
    whatToDo: "Make the group its owner again, or delete the entry while the machine's agent is stopped.",
    cannotSee: "Who took the owner away is not stored by Kubernetes.",
  },
  "owner-of-older-group": {
    title: "An entry is owned by an earlier group of that name",
    found: (facts) =>
      `${firstName(facts)} is owned by group ${evidenceText(facts, "group")} with uid ${evidenceText(facts, "ownerUid")}; the group of that name has ${evidenceText(facts, "groupUid")}.`,
    why: "Kubernetes deletes what a deleted object owned. The machine then has no entry, and gets one only when it connects again, which takes up to half an hour.",
    whatToDo: "Make the present group its owner before Kubernetes deletes it, or restart the machine's agent once the entry is gone.",
    cannotSee: "When the garbage collector comes is not told; mostly within seconds.",
  },
  "annotation-differs-from-owner": {
    title: "An entry's annotation and owner name two groups",
    found: (facts) => `${firstName(facts)} is owned by group ${evidenceText(facts, "owner")}, and its annotation names ${evidenceText(facts, "annotation")}.`,
    why: "Deletion follows the owner, telemetry and most tools the annotation: the machine is counted in one group and deleted with the other.",
    whatToDo: "Set the annotation to the owner's name. If each new entry has it again, the group's own template overwrites it.",
    cannotSee: "Which of both was meant is known to whoever wrote it.",
  },
  "duplicate-address": {
    title: "Several entries have one address",
    found: (facts) => {
      const network = evidenceText(facts, "network");
      const names = facts.objects.map(({ name }) => name);
      const who = names.length > 4 ? `${plural(names.length, "entry", "entries")}, ${listOf(names.slice(0, 3))} among them` : listOf(names);
      return `${evidenceText(facts, "address")} ${network === "" ? "without a network" : `in network ${network}`} is the address of ${who}.`;
    },
    why: "Callers of any of these entries reach the machine that has the address. Istio counts a sidecar there for one of the entries only.",
    whatToDo:
      "If they are machines of different networks, name each network in spec.network. If a machine is gone, delete its entry. If all mean one machine in one namespace, leave one entry with all ports. If services of several namespaces need it, leave one entry in each.",
    cannotSee: "Host names are not resolved. The same address in different networks counts as different machines.",
  },
  "address-of-a-pod": {
    title: "An entry has the address of a Pod",
    found: (facts) => {
      const pods = facts.objects.filter(({ kind }) => kind === "Pod").map(({ namespace, name }) => `${namespace}/${name}`);
      return `${firstName(facts)} has the address ${evidenceText(facts, "address")}, which is that of ${oneOrMany(pods.length, "Pod")} ${listOf(pods)} too.`;
    },
    why: "If they are two hosts, callers of one may reach the other.",
    whatToDo:
      "If the Pod uses its Node's network, nothing is wrong. If the address is wrong, write the one at which callers reach the machine. If its network has a gateway, set spec.network and spec.serviceAccount.",
    cannotSee: "Pods are watched only in namespaces where a selector could take a machine. Whether a Pod uses its Node's address is not known.",
  },
  "address-empty": {
    title: "An entry has neither an address nor a network",
    found: (facts) => `${firstName(facts)} has neither an address nor a network.`,
    why: "Callers get no endpoint for it, or an endpoint with an empty address. Istio's webhook rejects such an entry, so it was written past the webhook.",
    whatToDo: "Write the machine's address, or delete the entry.",
    cannotSee: "The effect of an empty address on a caller's proxy was not measured.",
  },
  "no-account": {
    title: "A machine has no service account",
    found: (facts) => {
      const hosts = Number(facts.evidence.hosts ?? 0);
      const network = evidenceText(facts, "network");
      const called = hosts === 0 ? "No service selects it." : `${plural(hosts, "service selects", "services select")} it.`;
      const callers = callersSentence(facts.evidence);
      return [`${firstName(facts)}${network === "" ? "" : `, in network ${network},`} has no service account.`, called, callers].join(" ").trim();
    },
    why: "Istio knows no identity of it. Only the label security.istio.io/tlsMode: istio can then open a gateway to it.",
    whatToDo: "Set spec.serviceAccount to the service account of its sidecar. A machine without a sidecar needs none.",
    cannotSee: "Whether a sidecar runs there is not known of a machine that never connected.",
  },
  "account-differs": {
    title: "An entry has another account than its group",
    found: (facts) =>
      `${firstName(facts)} has ${evidenceText(facts, "found") || "no account"}, and its group ${evidenceText(facts, "group")} names ${evidenceText(facts, "wanted")}.`,
    why: "A new entry has the group's account. Istio refuses a machine whose token is of another account, and sends it no configuration.",
    whatToDo:
      "Look up SERVICE_ACCOUNT in the machine's cluster.env. If it is the group's account, write that into spec.serviceAccount of the entry. If not, correct the group, or make a bundle with the group's account. For a new bundle, stop the agent until the entry is gone.",
    cannotSee: "The account of the token that the machine has now.",
  },
  "hand-written-in-a-group": {
    title: "A hand-written entry has a group's labels",
    found: (facts) => {
      const groups = facts.objects.filter(({ kind }) => kind === "WorkloadGroup").map(({ name }) => name);
      return `${firstName(facts)} was written by hand and has all labels of ${oneOrMany(groups.length, "group")} ${listOf(groups)}.`;
    },
    why: "Services that select the group's labels select it too. istiod does not remove it when its machine is gone.",
    whatToDo:
      "If services are not to select it, change the value of one of those labels. If it has an agent and belongs to the group, register it, then delete this entry. If it is meant, leave it.",
    cannotSee: "The purpose of the entry.",
  },
  "never-connected": {
    title: "An entry of istiod's has no mark of a connection",
    found: (facts) => {
      const group = evidenceText(facts, "group");
      const whose = group === "" ? `names replica ${evidenceText(facts, "replica")}` : `was registered by group ${group}`;
      return `${firstName(facts)} ${whose}, and says neither since when it is connected nor when that ended.`;
    },
    why: "istiod removes an entry by the mark of its end: without one it stays for ever, and callers are sent there.",
    whatToDo: "Restart the machine's agent, which writes the marks anew. If there is no machine, delete the entry.",
    cannotSee: "Who took the marks away, or copied the entry without them, is not told.",
  },
  "revision-not-running": {
    title: "An entry is labelled for a revision that nobody runs",
    found: (facts) =>
      `${firstName(facts)} has the label istio.io/rev=${evidenceText(facts, "revision")}, and istiod runs as ${evidenceText(facts, "running")}.`,
    why: "An istiod of another revision ignores this entry.",
    whatToDo: revisionAdvice("remove the label, or write a revision that runs", "If the machine's bundle has it, make a new one."),
    cannotSee: "An istiod outside this cluster may run as that revision.",
  },
  "tunnel-label-missing": {
    title: "An entry of an ambient mesh does not say that it takes HBONE",
    found: (facts) =>
      `${firstName(facts)} of group ${evidenceText(facts, "group")} lacks the label networking.istio.io/tunnel, and its istiod serves an ambient mesh.${WRITES_LABEL[evidenceText(facts, "writes")] ?? ""}`,
    why: "Ambient callers do not tunnel to it. istiod writes the label at the registration since 1.29.6, 1.30.3 and 1.31. The entry is older, or its proxy takes no HBONE.",
    whatToDo:
      "Update istiod if its version does not write the label. Then register the machine again: stop its agent for longer than the grace period, and start it. Without HBONE in its bundle the label stays away.",
    cannotSee: "Whether the machine's proxy takes HBONE is not known.",
  },
  "account-missing": {
    title: "An entry names an account that does not exist",
    found: (facts) =>
      `${firstName(facts)} names ${evidenceText(facts, "account")}, and ${evidenceText(facts, "namespace")} has no service account of that name.`,
    why: "Nobody can get a token of it: once the machine's certificate has expired it cannot prove who it is, and mutual TLS of its callers fails.",
    whatToDo:
      "Make the account, and then a new bundle for the machine: a token of an account that was deleted stays worthless. Or name the account that it has.",
    cannotSee: "Whether the machine still holds a certificate from before is not known.",
  },
  flapping: {
    title: "Its health turns again and again",
    found: (facts) => {
      const times = `${evidenceText(facts, "turns")}${facts.evidence.isMore === true ? " or more" : ""} times`;
      const now = facts.evidence.status === "True" ? "healthy" : "unhealthy";
      return `${firstName(facts)} turned ${times} between healthy and unhealthy within an hour, told from ${evidenceText(facts, "toldFrom")} on; it is ${now} now.`;
    },
    why: "With every turn Istio takes the machine from all callers or gives it back: connections break, the others carry its share, and every sidecar is told each time.",
    whatToDo:
      "Look at what the machine says at each failure on its timeline, and at its load. Where it merely answers slowly, raise timeoutSeconds or failureThreshold of the probe in its group, and hand out a bundle with it.",
    cannotSee:
      "Turns that nobody saw, here or by the record, are not counted: those while the watch was cut, and those from before a start where nothing is recorded.",
  },
  "drain-lost": {
    title: "A drained machine came back without its drain",
    found: (facts) =>
      `${firstName(facts)} registered anew within a day after it was drained: its entry before this one had the label ${evidenceText(facts, "label")}, and this one has not.`,
    why: "A drain lives in the entry alone. istiod makes the new entry from the group and the machine, so that callers are sent the machine again.",
    whatToDo: "Drain it again, if it is still to be out. What is to stay out while it restarts is stopped on the machine, or labelled in its own bundle.",
    cannotSee: "Whether somebody meant it to come back. Drains from before this server watched are not known.",
  },
  "address-not-of-a-machine": {
    title: "An address that other hosts cannot use",
    found: (facts) => `${firstName(facts)} has ${addressFaultPhrase(facts)}.`,
    why: "Callers on other hosts do not reach this machine. A call to a metadata service can also return the credentials of the caller's node.",
    whatToDo:
      "Write the address at which callers reach the machine. Write IPv6 without brackets, and IPv4 without leading zeros. If the caller's own host is meant, mute this finding.",
    cannotSee: "Host names are not resolved. A name can lead to the same places.",
  },
  "misplaced-key": {
    title: "A key where Istio does not read it",
    found: misplacedSentence,
    why: "Istio ignores the key, whatever its value.",
    whatToDo: misplacedAdvice(),
    cannotSee: "Only keys of Istio's own registry are checked. A value may be wrong in the right place, too.",
  },
  "address-leads-elsewhere": {
    title: "An address that may lead callers elsewhere",
    found: (facts) => `${firstName(facts)} has ${otherTargetPhrase(facts)}.`,
    why: "Callers that get this address reach a place that depends on the caller.",
    whatToDo: elsewhereAdvice("Write the address at which callers reach the machine."),
    cannotSee: "Host names are not resolved. Services that are not visible may have this cluster IP.",
  },
  "machine-waypoint-not-bound": MACHINE_WAYPOINT_NOT_BOUND,
  "machine-analysis-message": MACHINE_ANALYSIS_MESSAGE,
};

/** "ports (http=80, the group has http=8080) and label tier (none, the group has web)". */
function fieldDifferences(facts: FoundFacts): string {
  const [found, wanted] = [evidenceList(facts, "found"), evidenceList(facts, "wanted")];
  return listOf(evidenceList(facts, "fields").map((field, at) => `${field} (${found[at] || "none"}, the group has ${wanted[at] || "none"})`));
}

/** "version=v1 where its group says v2". */
function labelDifferences(facts: FoundFacts): string {
  const [found, wanted] = [evidenceList(facts, "found"), evidenceList(facts, "wanted")];
  return listOf(evidenceList(facts, "keys").map((key, at) => `${key}=${found[at] ?? ""} where its group says ${wanted[at] || "nothing"}`));
}
