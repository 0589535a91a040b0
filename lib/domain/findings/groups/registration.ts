import type { FindingsWorld } from "@/lib/domain/findings/findings-world";
import { mergePatch } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { labelOf } from "@/lib/domain/label-set";
import { REGISTRATION_GROUP } from "@/lib/domain/membership";
import { isObjectName } from "@/lib/domain/object-name";
import { type PlannedLeave, plannedLeavesOf } from "@/lib/domain/planned-leaves";
import type { WorkloadGroup } from "@/lib/domain/workload-group";

/** The longest value of a label. */
const LONGEST_LABEL_VALUE = 63;
const CANONICAL_NAME = "service.istio.io/canonical-name";
/** Labels that a bundle takes the canonical name from, the first one first; else it is the group's name (istioctl/pkg/workload/workload.go). */
const NAMING_LABELS = [CANONICAL_NAME, "app.kubernetes.io/name", "app"];

/**
 * The group's name is longer than a label's value may be, and no label gives another: a bundle makes it the machine's label, and the API server then
 * refuses the entry (pkg/kube/labels/labels.go does not cut it).
 */
export const nameTooLong: Rule<"group"> = {
  code: "STL201",
  name: "name-too-long",
  subject: "group",
  severity: "error",
  needs: ["workloadgroups"],
  isNamespaceLocal: true,
  detect: (group) => {
    const { name, entryLabels, template } = group;
    if (
      name.length <= LONGEST_LABEL_VALUE ||
      NAMING_LABELS.some((key) => labelOf(entryLabels, key) !== undefined || labelOf(template.labels, key) !== undefined)
    )
      return [];
    const label = name.slice(0, LONGEST_LABEL_VALUE).replace(/[^a-zA-Z0-9]+$/, "");
    const patch = mergePatch("WorkloadGroup", group, { spec: { metadata: { labels: { [CANONICAL_NAME]: label } } } });
    return [{ objects: [findingObject("WorkloadGroup", group)], evidence: { letters: name.length, label }, patch }];
  },
};

/** The longest name of an object. */
const LONGEST_OBJECT_NAME = 253;
/** An address as long as IPv4 has them; those of IPv6 are longer. */
const SAMPLE_ADDRESS = "255.255.255.255";

/**
 * The name that an entry of this group would get is none, or is cut: istiod makes it of group, address and network, keeps the last 253 letters and
 * checks nothing, and the API server refuses what is no name (pilot/pkg/autoregistration/controller.go, autoregisteredWorkloadEntryName).
 */
export const entryNameTrouble: Rule<"group"> = {
  code: "STL202",
  name: "entry-name-trouble",
  subject: "group",
  severity: "warning",
  needs: ["workloadgroups"],
  isNamespaceLocal: true,
  noPatchBecause: "a name is the object's for good, and a network is named by the machines' bundles and by its gateways",
  detect: (group, world) =>
    groupNetworks(group, world).flatMap((network) => {
      const name = network === "" ? `${group.name}-${SAMPLE_ADDRESS}` : `${group.name}-${SAMPLE_ADDRESS}-${network}`;
      const kept = name.slice(-LONGEST_OBJECT_NAME);
      const isCut = kept !== name;
      if (!isCut && isObjectName(kept)) return [];
      const evidence = { network, name: kept, letters: name.length, isCut, isRefused: !isObjectName(kept) };
      return [{ of: network, objects: [findingObject("WorkloadGroup", group)], evidence }];
    }),
};

/** The network that the template gives, and those that its machines named. */
function groupNetworks(group: WorkloadGroup, world: FindingsWorld): readonly string[] {
  return [...new Set([group.template.network, ...world.traitsOf(group, "network").map(({ value }) => value)])].sort();
}

/**
 * No entry belongs to the group: no machine has registered, or all have left. A group is a template and makes none itself (networking/v1alpha3/
 * workload_group.proto); hosts that select its labels find nobody there.
 */
export const groupWithoutMachines: Rule<"group"> = {
  code: "STL205",
  name: "group-without-machines",
  subject: "group",
  severity: "note",
  needs: ["workloadgroups", "workloadentries"],
  isNamespaceLocal: true,
  noPatchBecause: "machines register themselves, and a group that nobody needs is deleted",
  detect: (group, world) => {
    if (world.memberCount(group) > 0) return [];
    return [{ objects: [findingObject("WorkloadGroup", group)], evidence: { expected: group.expectedSize ?? "" } }];
  },
};

/**
 * An annotation that the group gives its entries overwrites the one by which istiod notes their group: each new entry then names another group than
 * its own (pilot/pkg/autoregistration/controller.go, workloadEntryFromGroup).
 */
export const registrationOverwritten: Rule<"group"> = {
  code: "STL211",
  name: "registration-overwritten",
  subject: "group",
  severity: "error",
  needs: ["workloadgroups"],
  isNamespaceLocal: true,
  detect: (group) => {
    const annotation = labelOf(group.entryAnnotations, REGISTRATION_GROUP);
    if (annotation === undefined || annotation === group.name) return [];
    const patch = mergePatch("WorkloadGroup", group, { spec: { metadata: { annotations: { [REGISTRATION_GROUP]: null } } } });
    return [{ objects: [findingObject("WorkloadGroup", group)], evidence: { annotation }, patch }];
  },
};

/**
 * A group names machines that were to be gone by now (`stolos.dev/planned-leaves`), and their entries are still there: they may get traffic, and when
 * they do leave it counts as planned, whatever the cause.
 */
export const stillHereAfterPlan: Rule<"group"> = {
  code: "STL216",
  name: "still-here-after-plan",
  subject: "group",
  severity: "note",
  needs: ["workloadgroups", "workloadentries"],
  isNamespaceLocal: true,
  noPatchBecause: "whether the machine goes or the plan is given up is for people to say",
  detect: (group, world) => {
    const late = groupPlans(group).filter(({ by, entry }) => by !== null && by < world.now && world.entryNamed(group.namespace, entry) !== null);
    if (late.length === 0) return [];
    const entries = late.map(({ entry }) => findingObject("WorkloadEntry", { namespace: group.namespace, name: entry }));
    return [{ objects: [findingObject("WorkloadGroup", group), ...entries], evidence: { entries: late.map(({ entry }) => entry).sort() } }];
  },
  due: (group, { now }) => {
    const ahead = groupPlans(group).flatMap(({ by }) => (by !== null && by >= now ? [by + 1] : []));
    return ahead.length === 0 ? null : Math.min(...ahead);
  },
};

function groupPlans({ plannedLeaves }: WorkloadGroup): readonly PlannedLeave[] {
  const planned = plannedLeavesOf(plannedLeaves);
  return planned.kind === "read" ? planned.leaves : [];
}

/** Rules about the entries that register with a group, or cannot. */
export const GROUP_REGISTRATION_RULES: readonly Rule<"group">[] = [
  nameTooLong,
  entryNameTrouble,
  groupWithoutMachines,
  registrationOverwritten,
  stillHereAfterPlan,
];
