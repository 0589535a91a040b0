import type { RuleNameOfCodeDigit } from "@/lib/domain/findings/rule-names";
import { listOf } from "@/lib/format/text/lists";
import { plural } from "@/lib/format/text/numbers";
import { misplacedAdvice, NO_HEALTH_CHECKS, revisionAdvice } from "./advice";
import { evidenceList, evidenceText, firstName, misplacedSentence } from "./evidence";
import type { FoundFacts, RuleTexts } from "./rule-texts";

const PROBE_FAULTS: Readonly<Record<string, string>> = {
  grpc: "asks by gRPC",
  "no-method": "names no method",
  "no-command": "runs an empty command",
};

/** The texts of the rules about groups. */
export const GROUP_TEXTS: Readonly<Record<RuleNameOfCodeDigit<2>, RuleTexts>> = {
  "name-too-long": {
    title: "A group's name is too long for a label",
    found: (facts) => `${firstName(facts)} has ${evidenceText(facts, "letters")} letters, and none of its labels gives another name.`,
    why: "istioctl's bundle makes the group's name a label, which has at most 63 letters. The API server refuses the entry then.",
    whatToDo: "Set the label service.istio.io/canonical-name, of at most 63 letters, in the group's spec.metadata.labels. Then make new bundles.",
    cannotSee: "Bundles that were not made by istioctl may have no such label.",
  },
  "entry-name-trouble": {
    title: "Entries of a group can get a name that is cut or refused",
    found: (facts) => {
      const { isRefused } = facts.evidence;
      const network = evidenceText(facts, "network");
      const where = network === "" ? "" : ` in network ${network}`;
      const what = isRefused === true ? "is no name of an object" : `is cut: ${evidenceText(facts, "letters")} letters, of which the last 253 are kept`;
      return `An entry of ${firstName(facts)}${where} would be called ${evidenceText(facts, "name")}, which ${what}.`;
    },
    why: "The API server refuses an entry without a legal name, and the machine with it. A name that is cut loses the front of the group's, so that machines of two groups may get one entry.",
    whatToDo:
      "Choose network names of lower-case letters, digits and dashes. If you rename a network, change its bundles, groups, gateways and meshNetworks together. Choose a group name so short that name, address and network have 253 letters.",
    cannotSee: "The addresses of new machines: IPv6 addresses are longer. One that ends in :: is refused without a network.",
  },
  "group-without-account": {
    title: "A group names no service account",
    found: (facts) =>
      `${firstName(facts)} in ${evidenceText(facts, "namespace")} names none, and has ${plural(Number(facts.evidence.machines ?? 0), "machine")}.`,
    why: "Any account of the namespace may join it. Without the label security.istio.io/tlsMode: istio, no gateway routes to its machines. Callers then send plain text, unless a DestinationRule sets TLS.",
    whatToDo:
      "Look up SERVICE_ACCOUNT in the cluster.env of each machine. If all have one account, name it in the group. Then set it in the registered entries, too.",
    cannotSee: "The accounts of the machines' tokens.",
  },
  "account-shared": {
    title: "Several groups share a service account",
    found: (facts) => `Groups ${listOf(facts.objects.map(({ name }) => name))} name the account ${evidenceText(facts, "account")}.`,
    why: "Any machine with a token of it may join these groups and take over their entries. Policies that name accounts cannot tell their machines apart.",
    whatToDo:
      "If the groups are to be separate, make an account and bundles for each. Name it in the group: registered machines keep the old one in their entries. Stop each agent until its entry is gone, then start it with its bundle.",
    cannotSee: "Pods and people that use the account too are not counted.",
  },
  "group-without-machines": {
    title: "A group has no machines",
    found: (facts) => {
      const expected = evidenceText(facts, "expected");
      return `${firstName(facts)} has none${expected === "" ? "" : `, and ${expected} are expected`}.`;
    },
    why: "A group makes no machines, it waits for them: either they never arrived, or all have left.",
    whatToDo: "If machines are missing, start their agents and read istiod's log. If the group is not needed, delete it.",
    cannotSee: "A machine that istiod refuses leaves no trace in the cluster, only in istiod's log.",
  },
  "same-labels": {
    title: "Several groups have the same labels",
    found: (facts) => `Groups ${listOf(facts.objects.map(({ name }) => name))} give their entries the same labels.`,
    why: "No selector on these labels can match one group without the others.",
    whatToDo:
      "If selectors must tell them apart, give each group and bundle its own label. Then patch the registered entries with it. Only then use it in the selectors.",
    cannotSee: "Labels that machines bring themselves may tell them apart.",
  },
  "nested-labels": {
    title: "A group's labels are also those of others",
    found: (facts) =>
      `${listOf(facts.objects.slice(1).map(({ name }) => name))} ${facts.objects.length > 2 ? "have" : "has"} all labels of ${firstName(facts)} (${evidenceText(facts, "labels")}), and more.`,
    why: "A selector that matches this group's labels matches the others, too. For a new version next to the old one, that is meant.",
    whatToDo:
      "If it is not meant, give this group and its bundles a separate label. Then patch the registered entries with it. Only then use it in the selectors.",
    cannotSee: "Labels that machines bring themselves may tell them apart.",
  },
  "label-in-both-places": {
    title: "A group sets a label twice, to different values",
    found: (facts) => `${firstName(facts)} sets ${valuesOfBothPlaces(facts)}.`,
    why: "Machines of the group can have either value: a bundle takes the template's, istiod the other.",
    whatToDo:
      "Choose the value that the selectors use. Write it into spec.metadata.labels, and remove the label from template.labels. If machines have the other value, make new bundles and patch their entries.",
    cannotSee: "The value in a machine's bundle, until it registers.",
  },
  "label-refused": {
    title: "A group gives a label that no object can have",
    found: (facts) => `${firstName(facts)} gives its entries ${refusedLabels(facts)}, which the API server takes of no object.`,
    why: "istiod copies the label to the entry, the API server refuses the entry, and with it the machine. Those that registered before stay as they are.",
    whatToDo: "Remove the label, or shorten its value to 63 letters. In a label, write a locality with dots. If bundles have the label, make new ones.",
    cannotSee: "Labels that a bundle adds to the group's are seen only once they arrive.",
  },
  "probe-refused": {
    title: "A group's probe is one that Istio refuses",
    found: (facts) =>
      `The probe of ${firstName(facts)} ${PROBE_FAULTS[evidenceText(facts, "why")] ?? "is refused"}: the schema takes it, Istio's webhook does not.`,
    why: "Istio's webhook refuses this probe: where it runs, every edit of the group is refused.",
    whatToDo: "Write a probe with httpGet, tcpSocket or exec, together with other changes. Then make new bundles.",
    cannotSee: "Names of headers that only the webhook refuses are not looked at.",
  },
  "registration-overwritten": {
    title: "A group's annotation renames the group of its entries",
    found: (facts) => `${firstName(facts)} annotates its entries as registered by ${evidenceText(facts, "annotation") || "nobody"}.`,
    why: "It overwrites istiod's own note of the group: telemetry counts these machines elsewhere, and with an empty one istiod does not remove them when they leave.",
    whatToDo: "Remove the annotation from the group's spec.metadata. Registered entries have it still: remove it there, too.",
    cannotSee: "Entries that were made before the annotation are told by their own page.",
  },
  "gate-without-probe": {
    title: "A group switches the health gate on and has no probe",
    found: (facts) =>
      `${firstName(facts)} annotates its entries as checked (${plural(Number(facts.evidence.machines ?? 0), "machine")}), and declares no probe.`,
    why: "A machine without a probe in its bundle never reports. Sidecars get no endpoint of it; ambient callers do.",
    whatToDo:
      "If the machines are to be checked, declare a probe and make new bundles. If not, remove the annotation from spec.metadata of the group. Registered entries keep it: remove it from each, too.",
    cannotSee: `Machines may have a probe in a mesh.yaml of their own; then they report, and the annotation does no harm. ${NO_HEALTH_CHECKS}`,
  },
  "entries-of-revision-not-running": {
    title: "A group gives its entries the label of a revision that does not run",
    found: (facts) => {
      const machines = plural(Number(facts.evidence.machines ?? 0), "machine");
      return `${firstName(facts)} gives its ${machines} istio.io/rev=${evidenceText(facts, "revision")}, and istiod runs as ${evidenceText(facts, "running")}.`;
    },
    why: "An istiod of another revision ignores entries with this label.",
    whatToDo: revisionAdvice("remove the label from the group", "Make new bundles, which have the label too, and patch the registered entries."),
    cannotSee: "An istiod outside this cluster may run as that revision. Another rule checks the group's own label.",
  },
  "group-of-revision-not-running": {
    title: "A group has the label of a revision that does not run",
    found: (facts) =>
      `${firstName(facts)} has the label istio.io/rev=${evidenceText(facts, "revision")}, and istiod runs as ${evidenceText(facts, "running")}.`,
    why: "An istiod of another revision does not find this group. It refuses machines that are not registered yet.",
    whatToDo: revisionAdvice("remove the label or write one that runs"),
    cannotSee: "An istiod outside this cluster may run as that revision.",
  },
  "group-account-missing": {
    title: "A group names an account that its namespace lacks in this cluster",
    found: (facts) =>
      `${firstName(facts)} names ${evidenceText(facts, "account")}, which ${evidenceText(facts, "namespace")} does not have, and has ${plural(Number(facts.evidence.machines ?? 0), "machine")}.`,
    why: "No machine can get a token of it here, so none can join. Another cluster may have the account.",
    whatToDo: "If their tokens are of this cluster, create the account and new bundles. If the machines have another account, name that in the group.",
    cannotSee: "Accounts of other clusters, and certificates that machines still have.",
  },
  "still-here-after-plan": {
    title: "Machines that were planned to go are still here",
    found: (facts) => `${firstName(facts)} names machines that were to be gone by now and are here: ${evidenceText(facts, "entries")}.`,
    why: "They may still get traffic. When such a machine leaves, its loss counts as planned, also where it fails.",
    whatToDo: "If they are to go, drain and stop them. If not, remove the annotation stolos.dev/planned-leaves on the group's page.",
    cannotSee: "Whether the plan was put off. Nobody is told of a mark without an end.",
  },
  "misplaced-key-of-group": {
    title: "A key of a group where Istio does not read it",
    found: misplacedSentence,
    why: "Istio ignores the key, here and on each entry that gets it from the group.",
    whatToDo: misplacedAdvice("Registered entries keep theirs: correct them, too."),
    cannotSee: "Only keys of Istio's own registry are checked. A value may be wrong in the right place, too.",
  },
};

/** "tier to a in template.labels and to b in spec.metadata.labels". */
function valuesOfBothPlaces(facts: FoundFacts): string {
  const value = (name: string, at: number) => evidenceList(facts, name)[at] || "an empty value";
  return listOf(
    evidenceList(facts, "keys").map(
      (key, at) => `${key} to ${value("inTemplate", at)} in template.labels and to ${value("inMetadata", at)} in spec.metadata.labels`,
    ),
  );
}

function refusedLabels(facts: FoundFacts): string {
  const values = evidenceList(facts, "values");
  return listOf(evidenceList(facts, "keys").map((key, at) => `${key}=${values[at]}`));
}
