import type { RuleNameOfCodeDigit } from "@/lib/domain/findings/rule-names";
import { listOf } from "@/lib/format/text/lists";
import { oneOrMany, plural } from "@/lib/format/text/numbers";
import { callersSentence } from "@/lib/format/tls-words";
import { addressFaultPhrase, otherTargetPhrase } from "./address-phrases";
import { adviceBy, elsewhereAdvice, misplacedAdvice, NO_HEALTH_CHECKS, revisionAdvice } from "./advice";
import {
  drainLostAdvice,
  ignoredReportAdvice,
  neverReportedAdvice,
  oneAddressAdvice,
  ownerMissingAdvice,
  probeAdvice,
  templateDriftAdvice,
  tunnelLabelAdvice,
} from "./entry-advice";
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

/** The effect of istiod's version on a missing tunnel label. */
const WRITES_LABEL: Readonly<Record<string, string>> = {
  no: " This version of istiod does not write it.",
  unknown: " istiod writes it or not, by its exact version.",
};

/** The accounts of entries with one address, if they differ. */
function accountsSentence(facts: FoundFacts): string {
  const accounts = evidenceList(facts, "accounts");
  if (accounts.length < 2) return "";
  return ` They name ${accounts.length > 4 ? plural(accounts.length, "account") : `the accounts ${listOf(accounts)}`}.`;
}

/** The texts of the rules about entries. */
export const ENTRY_TEXTS: Readonly<Record<RuleNameOfCodeDigit<1>, RuleTexts>> = {
  "clock-skew": {
    title: "A connection mark is in the future",
    found: (facts) => {
      const { aheadSeconds } = facts.evidence;
      const ahead = typeof aheadSeconds === "number" ? `${plural(aheadSeconds, "second")} after the API server took the write` : "in the future";
      return `${firstName(facts)} is marked as connected at ${evidenceText(facts, "connectedAt")} by ${evidenceText(facts, "replica") || "an unknown replica"}: ${ahead}.`;
    },
    why: "Another replica of istiod can remove the entry while its machine is connected. Ages and countdowns of this machine are wrong.",
    whatToDo:
      "Compare the clocks of istiod's Node, the API server and Stolos. Correct the wrong one. istiod writes a new mark at the first connection after the marked time.",
    cannotSee: "Clocks that are late look like an older connection. The clock of the machine itself is not known.",
  },
  "template-drift": {
    title: "An entry differs from its group's template",
    found: (facts) => {
      const cause = DRIFT_CAUSES[evidenceText(facts, "cause")];
      return `${firstName(facts)} and its group ${evidenceText(facts, "group")} differ in ${fieldDifferences(facts)}${cause === undefined ? "" : `: ${cause}`}.`;
    },
    why: "Istio copies the template once, when the machine registers. Later edits of the group reach no registered entry.",
    whatToDo: templateDriftAdvice(),
    cannotSee: "Annotations of the template are not compared, nor is the locality, which machines mostly bring themselves.",
  },
  "bundle-drift": {
    title: "An entry has another label value than its group",
    found: (facts) => {
      const cause = facts.evidence.isMachines === true ? "the spec of both was never edited" : "the bundle or the entry may be older than the group";
      return `${firstName(facts)} has ${labelDifferences(facts)} (group ${evidenceText(facts, "group")}): ${cause}.`;
    },
    why: "Labels of a machine's bundle go before its group's at each registration. Selectors with the group's value do not match the machine.",
    whatToDo: "If the group is right, patch the entry. If the machine's bundle has the other value, make a new bundle, too. If the entry is right, leave it.",
    cannotSee: "The content of the bundle.",
  },
  "probe-not-in-force": {
    title: "A probe is declared and not in force",
    found: (facts) => {
      const since = facts.evidence.groupEdited === true ? " The group was edited after it was made: the probe may be newer than the machine." : "";
      return `Group ${evidenceText(facts, "group")} declares a probe, and ${firstName(facts)} has no health gate.${since}`;
    },
    why: "Istio does not check this machine: if its application fails, it still gets requests.",
    whatToDo: probeAdvice(),
    cannotSee: `The machine's own mesh.yaml: it may have a probe that has not reported yet. ${NO_HEALTH_CHECKS}`,
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
    whatToDo: ignoredReportAdvice(),
    cannotSee: `An annotation that is off on purpose. ${NO_HEALTH_CHECKS}`,
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
    cannotSee: `The meaning of the value. Istio reads 1, t, T, TRUE, true, True and the same for false, and nothing else. ${NO_HEALTH_CHECKS}`,
  },
  "health-never-reported": {
    title: "Health checks are on, but no report has arrived",
    found: (facts) => {
      const group = facts.evidence.gatedByGroup === true ? " The gate is an annotation of its group." : "";
      return `${firstName(facts)} waits for a first report: ${SILENT_MACHINES[String(facts.evidence.management)] ?? "nobody reported"}.${group}`;
    },
    why: "Sidecars get no endpoint of this machine until it reports. Ambient callers get it.",
    whatToDo: neverReportedAdvice(),
    cannotSee: `The machine's agent: it may have no probe, or not work. ${NO_HEALTH_CHECKS}`,
  },
  "no-replay": {
    title: "Health was not confirmed since the machine reconnected",
    found: (facts) =>
      `${firstName(facts)} connected to ${evidenceText(facts, "replica")} at ${evidenceText(facts, "connectedAt")}, and its last report (Healthy=${evidenceText(facts, "status")}) is of ${evidenceText(facts, "lastProbeTime")}.`,
    why: "A machine repeats its last report once after each connection. The report was lost, the agent does not work, or its bundle has no probe.",
    whatToDo: "If its mesh.yaml has readinessProbe, restart the agent. If it has none, make a bundle with the probe.",
    cannotSee: `The application: the last report may still be true. ${NO_HEALTH_CHECKS}`,
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
    why: "Often the machine and its istiod were lost together, so its end was not written. Callers may still get this entry.",
    whatToDo: "If the machine is gone, delete its entry. If it runs, restart its agent while a replica of istiod runs.",
    cannotSee: "The machine. If istiod ends no connections, their age proves nothing, and this rule finds nothing.",
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
    why: "If the deleted group owns the entry, Kubernetes deletes it. If not, istiod keeps it while its machine is connected. Without the group, istiod refuses the machine then.",
    whatToDo:
      "If the machine is needed, create the group again, with the machine's account. If its entry is gone then, restart the agent. If the machine is not needed, stop the agent. Delete the entry if it stays.",
    cannotSee: "A group in another cluster: machines register in the cluster of their istiod.",
  },
  "owner-missing": {
    title: "An entry was registered by a group that does not own it",
    found: (facts) => {
      const owner = evidenceText(facts, "owner");
      const instead = owner === "" ? "and no owner is written" : `and its owner is ${owner}`;
      return `${firstName(facts)} names group ${evidenceText(facts, "group")}, ${instead}.`;
    },
    why: "The entry stays if its group is deleted. The group was deleted without its entries, or the entry is a copy.",
    whatToDo: ownerMissingAdvice(),
    cannotSee: "The cause: Kubernetes does not store who removed an owner.",
  },
  "owner-of-older-group": {
    title: "An entry is owned by an earlier group of that name",
    found: (facts) =>
      `${firstName(facts)} is owned by group ${evidenceText(facts, "group")} with uid ${evidenceText(facts, "ownerUid")}; the group of that name has ${evidenceText(facts, "groupUid")}.`,
    why: "Kubernetes deletes an object whose owner is gone. The machine gets an entry at its next connection: by Helm's default within 33 minutes.",
    whatToDo: "If the entry is still there, make the present group its owner. If it is gone, restart the machine's agent.",
    cannotSee: "The moment of the deletion: mostly within seconds.",
  },
  "annotation-differs-from-owner": {
    title: "An entry's annotation and owner name two groups",
    found: (facts) => `${firstName(facts)} is owned by group ${evidenceText(facts, "owner")}, and its annotation names ${evidenceText(facts, "annotation")}.`,
    why: "Deletion follows the owner, Istio's telemetry the annotation.",
    whatToDo: "If the owner is right, set the annotation to its name. If new entries get the wrong name, remove the annotation from the group's spec.metadata.",
    cannotSee: "The group that was meant.",
  },
  "duplicate-address": {
    title: "Several entries have one address",
    found: (facts) => {
      const network = evidenceText(facts, "network");
      const names = facts.objects.map(({ name }) => name);
      const who = names.length > 4 ? `${plural(names.length, "entry", "entries")}, ${listOf(names.slice(0, 3))} among them` : listOf(names);
      return `${evidenceText(facts, "address")} ${network === "" ? "without a network" : `in network ${network}`} is the address of ${who}.${accountsSentence(facts)}`;
    },
    why: "Callers of any of these entries reach the machine that has the address. Istio counts a sidecar there for one of the entries only.",
    whatToDo: oneAddressAdvice(),
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
    whatToDo: "If the machine is needed, write its address. If not, delete the entry.",
    cannotSee: "The effect of an empty address on a caller's proxy was not measured.",
  },
  "no-account": {
    title: "An entry names no service account",
    found: (facts) => {
      const hosts = Number(facts.evidence.hosts ?? 0);
      const network = evidenceText(facts, "network");
      const called = hosts === 0 ? "No service selects it." : `${plural(hosts, "service selects", "services select")} it.`;
      const callers = callersSentence(facts.evidence);
      return [`${firstName(facts)}${network === "" ? "" : `, in network ${network},`} has no service account.`, called, callers].join(" ").trim();
    },
    why: "Istio knows no identity of it. Only the label security.istio.io/tlsMode: istio can then open a gateway to it.",
    whatToDo: "If a sidecar runs on the machine, set spec.serviceAccount to its account. A machine without a sidecar needs none.",
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
      "If services must not select it, change the value of one label. If it has an agent and belongs there, register it and delete this entry. If it is meant, leave it.",
    cannotSee: "The purpose of the entry.",
  },
  "never-connected": {
    title: "A registered entry has no connection mark",
    found: (facts) => {
      const group = evidenceText(facts, "group");
      const origin = group === "" ? `names replica ${evidenceText(facts, "replica")}` : `was registered by group ${group}`;
      return `${firstName(facts)} ${origin}, and has no mark of a connection or of its end.`;
    },
    why: "Without a mark istiod never removes the entry. Callers may still get it.",
    whatToDo: "If the machine runs, restart its agent: that writes a new mark. If it is gone, delete the entry.",
    cannotSee: "The cause: the marks may have been removed, or the entry copied without them.",
  },
  "revision-not-running": {
    title: "An entry has the label of a revision that does not run",
    found: (facts) =>
      `${firstName(facts)} has the label istio.io/rev=${evidenceText(facts, "revision")}, and istiod runs as ${evidenceText(facts, "running")}.`,
    why: "An istiod of another revision ignores this entry.",
    whatToDo: revisionAdvice("remove the label or write one that runs", "If the machine's bundle has it, make a new one."),
    cannotSee: "An istiod outside this cluster may run as that revision.",
  },
  "tunnel-label-missing": {
    title: "An entry in an ambient mesh has no tunnel label",
    found: (facts) =>
      `${firstName(facts)} of group ${evidenceText(facts, "group")} lacks the label networking.istio.io/tunnel, and its istiod serves an ambient mesh.${WRITES_LABEL[evidenceText(facts, "writes")] ?? ""}`,
    why: "Ambient callers do not tunnel to it, unless it has the annotation ambient.istio.io/redirection. istiod writes the label at the registration since 1.29.6, 1.30.3 and 1.31.",
    whatToDo: tunnelLabelAdvice(),
    cannotSee: "The machine's proxy: it may not use HBONE.",
  },
  "account-missing": {
    title: "An entry names an account that its namespace lacks in this cluster",
    found: (facts) =>
      `${firstName(facts)} names ${evidenceText(facts, "account")}, and ${evidenceText(facts, "namespace")} has no service account of that name.`,
    why: "No machine can get a token of it here. Another cluster may have the account.",
    whatToDo: "If its token is of this cluster, create the account and a new bundle. If the machine has another account, write that into the entry.",
    cannotSee: "Accounts of other clusters, and a certificate that the machine still has.",
  },
  flapping: {
    title: "Health changes again and again",
    found: (facts) => {
      const times = `${evidenceText(facts, "turns")}${facts.evidence.isMore === true ? " or more" : ""} times`;
      const now = facts.evidence.status === "True" ? "healthy" : "unhealthy";
      return `${firstName(facts)} turned ${times} between healthy and unhealthy within an hour, told from ${evidenceText(facts, "toldFrom")} on; it is ${now} now.`;
    },
    why: "With each change sidecars lose the machine or get it back. Ambient callers keep it.",
    whatToDo:
      "Look at the machine's load and the reasons of the failures on its timeline. If it answers slowly, raise timeoutSeconds or failureThreshold of its probe. Make a bundle with that, or edit its mesh.yaml. Then restart the agent.",
    cannotSee: `Turns that nobody saw, here or by the record, are not counted: those while the watch was cut, and those from before a start where nothing is recorded. ${NO_HEALTH_CHECKS}`,
  },
  "drain-lost": {
    title: "A drained machine registered again without its drain",
    found: (facts) =>
      `${firstName(facts)} registered anew within a day after it was drained: its entry before this one had the label ${evidenceText(facts, "label")}, and this one has not.`,
    why: "A drain is a label of the entry. istiod makes the new entry without it, so the machine may get requests again.",
    whatToDo: drainLostAdvice(),
    cannotSee: "The purpose: it may be meant to be back. Drains from before this server watched are not known.",
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
