import { mergedLabel, type WorkloadEntry } from "@/lib/domain/entry/workload-entry";
import { groupEntryLabels } from "@/lib/domain/findings/group-labels";
import { findingMergePatch } from "@/lib/domain/findings/patch";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import type { WorkloadGroup } from "@/lib/domain/group/workload-group";
import { type LabelSet, valueOfLabel } from "@/lib/domain/object/label-set";
import { NETWORK_LABEL } from "@/lib/domain/selection/workload";

/** A field of an entry that differs from the value that its group would give it now. `body`: the patch of the field. */
interface Difference {
  readonly field: string;
  readonly found: string;
  readonly wanted: string;
  readonly body: Record<string, unknown>;
}

/**
 * The entry differs from the template of its group: the group changed after the entry was created, or the entry was edited. istiod copies the
 * template once, at the first registration. A machine can neither set ports and weight nor lack a label of its group
 * (pilot/pkg/autoregistration/controller.go, workloadEntryFromGroup).
 */
export const templateDrift: Rule<"entry"> = {
  code: "STL102",
  name: "template-drift",
  subject: "entry",
  severity: "warning",
  needs: ["workloadentries", "workloadgroups"],
  isNamespaceLocal: true,
  detect: (entry, world) => {
    if (entry.registrationGroup === "") return [];
    const group = world.groupOf(entry);
    if (group === null) return [];
    const differences = templateDifferences(entry, group);
    if (differences.length === 0) return [];
    const evidence = {
      group: group.name,
      cause: driftCause(entry, group),
      fields: differences.map(({ field }) => field),
      found: differences.map(({ found }) => found),
      wanted: differences.map(({ wanted }) => wanted),
    };
    // An edit of the entry alone can be on purpose: a smaller weight, another port.
    const patch = evidence.cause === "entry-edited" ? {} : { patch: findingMergePatch("WorkloadEntry", entry, patchBody(differences)) };
    return [{ objects: [findingObject("WorkloadEntry", entry), findingObject("WorkloadGroup", group)], evidence, ...patch }];
  },
};

function templateDifferences(entry: WorkloadEntry, { template, entryLabels }: WorkloadGroup): readonly Difference[] {
  const differences = portsDifference(entry.ports, template.ports);
  // Unset and 0 are 1 (pilot/pkg/serviceregistry/serviceentry/conversion.go).
  const [weight, wantedWeight] = [entry.weight || 1, template.weight || 1];
  if (weight !== wantedWeight)
    differences.push({ field: "weight", found: `${weight}`, wanted: `${wantedWeight}`, body: { spec: { weight: template.weight } } });
  if (entry.network === "" && template.network !== "")
    differences.push({ field: "network", found: "", wanted: template.network, body: { spec: { network: template.network } } });
  const lacks = ([key]: LabelSet[number]) => mergedLabel(entry, key) === undefined;
  // Runs for every machine, and almost none lacks a label, so the labels of the group are built only if needed.
  if (!template.labels.some(lacks) && !entryLabels.some(lacks)) return differences;
  for (const [key, value] of groupEntryLabels({ template, entryLabels }).filter(lacks)) {
    const labels = { [key]: value };
    differences.push({ field: `label ${key}`, found: "", wanted: value, body: { metadata: { labels }, spec: { labels } } });
  }
  return differences;
}

/** Compares the ports of an entry and its group, in any order. */
function portsDifference(ports: WorkloadEntry["ports"], wanted: WorkloadEntry["ports"]): Difference[] {
  if (ports.length === wanted.length && ports.every(([name, port], at) => name === wanted[at]?.[0] && port === wanted[at][1])) return [];
  const [own, given] = [new Map(ports), new Map(wanted)];
  if (portsText(own) === portsText(given)) return [];
  const gone = [...own.keys()].filter((name) => !given.has(name)).map((name) => [name, null] as const);
  const body = { spec: { ports: Object.fromEntries([...gone, ...given]) } };
  return [{ field: "ports", found: portsText(own), wanted: portsText(given), body }];
}

/** Returns the side that changed since the registration. `generation` counts writes of the spec: 1 = unchanged since the creation. */
function driftCause(entry: WorkloadEntry, group: WorkloadGroup): string {
  const [entryEdited, groupEdited] = [(entry.generation ?? 1) > 1, (group.generation ?? 1) > 1];
  if (entryEdited) return groupEdited ? "either" : "entry-edited";
  if (groupEdited) return "group-changed";
  return entry.owner !== null && entry.owner.uid !== group.uid ? "group-replaced" : "not-known";
}

function patchBody(differences: readonly Difference[]): Record<string, unknown> {
  const spec: Record<string, unknown> = {};
  const labels: Record<string, unknown> = {};
  for (const { body } of differences) {
    const { labels: of = {}, ...fields } = (body.spec ?? {}) as { readonly labels?: Record<string, unknown> };
    Object.assign(labels, of);
    Object.assign(spec, fields);
  }
  if (Object.keys(labels).length === 0) return { spec };
  return { metadata: { labels }, spec: { ...spec, labels } };
}

function portsText(ports: ReadonlyMap<string, number>): string {
  return [...ports]
    .map(([name, port]) => `${name}=${port}`)
    .sort()
    .join(" ");
}

/** Labels whose value the machine decides, not its group. */
const MACHINE_LABELS: ReadonlySet<string> = new Set([
  NETWORK_LABEL,
  "topology.istio.io/locality",
  "service.istio.io/canonical-name",
  "service.istio.io/canonical-revision",
]);

/**
 * A label of the group has another value on the entry. Labels of the machine's bundle override those of the group at each registration
 * (autoregistration/controller.go, mergeLabels).
 */
export const bundleDrift: Rule<"entry"> = {
  code: "STL103",
  name: "bundle-drift",
  subject: "entry",
  severity: "note",
  needs: ["workloadentries", "workloadgroups"],
  isNamespaceLocal: true,
  detect: (entry, world) => {
    if (entry.registrationGroup === "") return [];
    const group = world.groupOf(entry);
    if (group === null) return [];
    const differing = groupEntryLabels(group).flatMap(([key, value]) => {
      const found = mergedLabel(entry, key);
      return found === undefined || MACHINE_LABELS.has(key) || isGiven(group, key, found) ? [] : [{ key, found, value }];
    });
    if (differing.length === 0) return [];
    const evidence = {
      group: group.name,
      // If neither was ever edited, only the machine can have set the label.
      isMachines: entry.generation === 1 && group.generation === 1 && entry.owner?.uid === group.uid,
      keys: differing.map(({ key }) => key),
      found: differing.map(({ found }) => found),
      wanted: differing.map(({ value }) => value),
    };
    const labels = Object.fromEntries(differing.map(({ key, value }) => [key, value]));
    const patch = findingMergePatch("WorkloadEntry", entry, { metadata: { labels }, spec: { labels } });
    return [{ objects: [findingObject("WorkloadEntry", entry), findingObject("WorkloadGroup", group)], evidence, patch }];
  },
};

/**
 * Returns true if the group has this label value in one of its two label fields. If both have the key, a bundle uses one value and istiod the other,
 * and both are values of the group (istioctl/pkg/workload/workload.go).
 */
function isGiven(group: WorkloadGroup, key: string, value: string): boolean {
  return valueOfLabel(group.entryLabels, key) === value || valueOfLabel(group.template.labels, key) === value;
}

/** Rules about an entry that differs from the template of its group. */
export const ENTRY_TEMPLATE_RULES: readonly Rule<"entry">[] = [templateDrift, bundleDrift];
