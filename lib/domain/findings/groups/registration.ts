import { REGISTRATION_GROUP_ANNOTATION } from "@/lib/domain/entry/membership";
import { type PlannedLeave, parsePlannedLeaves } from "@/lib/domain/entry/planned-leaves";
import type { FindingsWorld } from "@/lib/domain/findings/findings-world";
import { findingMergePatch } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { isObjectName } from "@/lib/domain/object/kubernetes-object";
import { valueOfLabel } from "@/lib/domain/object/label-set";

/** The longest value of a label, in characters. */
const LONGEST_LABEL_VALUE = 63;
const CANONICAL_NAME = "service.istio.io/canonical-name";
/**
 * Labels from which a bundle takes the canonical name; the first label that is set counts. Without any, the canonical name is the name of the group
 * (istioctl/pkg/workload/workload.go).
 */
const NAMING_LABELS = [CANONICAL_NAME, "app.kubernetes.io/name", "app"];

/**
 * The name of the group is longer than a label value may be, and no label sets another canonical name. A bundle makes the name a label of the
 * machine, and the API server rejects the entry (pkg/kube/labels/labels.go does not cut it).
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
      NAMING_LABELS.some((key) => valueOfLabel(entryLabels, key) !== undefined || valueOfLabel(template.labels, key) !== undefined)
    )
      return [];
    const label = name.slice(0, LONGEST_LABEL_VALUE).replace(/[^a-zA-Z0-9]+$/, "");
    const patch = findingMergePatch("WorkloadGroup", group, { spec: { metadata: { labels: { [CANONICAL_NAME]: label } } } });
    return [{ objects: [findingObject("WorkloadGroup", group)], evidence: { letters: name.length, label }, patch }];
  },
};

/** The longest name of a Kubernetes object, in characters. */
const LONGEST_OBJECT_NAME = 253;
/** The longest IPv4 address, as an example in the name of an entry. IPv6 addresses can be longer. */
const SAMPLE_ADDRESS = "255.255.255.255";

/**
 * The name of an entry of this group would be invalid, or cut. istiod builds it from group, address and network, keeps the last 253 letters and checks nothing,
 * and the API server rejects an invalid name (pilot/pkg/autoregistration/controller.go, autoregisteredWorkloadEntryName).
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

/** Returns the network of the group's template, and those of its machines. */
function groupNetworks(group: WorkloadGroup, world: FindingsWorld): readonly string[] {
  return [...new Set([group.template.network, ...world.traitsOf(group, "network").map(({ value }) => value)])].sort();
}

/**
 * No entry belongs to the group: no machine has registered, or all have left. A group is only a template (networking/v1alpha3/workload_group.proto), so
 * services that select its labels find no machine of it.
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
 * The template sets the annotation `istio.io/autoRegistrationGroup`, which overwrites the group's name on its entries, so that each new entry names
 * another group (pilot/pkg/autoregistration/controller.go, workloadEntryFromGroup).
 */
export const registrationOverwritten: Rule<"group"> = {
  code: "STL211",
  name: "registration-overwritten",
  subject: "group",
  severity: "error",
  needs: ["workloadgroups"],
  isNamespaceLocal: true,
  detect: (group) => {
    const annotation = valueOfLabel(group.entryAnnotations, REGISTRATION_GROUP_ANNOTATION);
    if (annotation === undefined || annotation === group.name) return [];
    const patch = findingMergePatch("WorkloadGroup", group, { spec: { metadata: { annotations: { [REGISTRATION_GROUP_ANNOTATION]: null } } } });
    return [{ objects: [findingObject("WorkloadGroup", group)], evidence: { annotation }, patch }];
  },
};

/**
 * A group has planned leaves (`stolos.dev/planned-leaves`) whose end has passed, but the entries still exist. They may get traffic, and their loss
 * would count as planned, whatever its cause.
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
  const planned = parsePlannedLeaves(plannedLeaves);
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
