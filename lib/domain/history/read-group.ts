import type { Fields } from "@/lib/domain/preview/values";
import { PROBE_METHODS, type Probe, type WorkloadGroup, type WorkloadTemplate } from "@/lib/domain/workload-group";
import type { EntryIdentity } from "./entry-parts";
import { readWriter, recordUnreadable } from "./read-entry";
import { fields, list, number, numberOrNull, orNull, pairs, text, textOrNull, word } from "./reading";

/** Reads what is stored of a group, in the newest format; throws `Unreadable`. */
export function readGroup({ cluster, namespace, name, uid }: EntryIdentity, shape: Fields, moving: Fields): WorkloadGroup {
  return {
    cluster,
    namespace,
    name,
    uid,
    resourceVersion: text(moving.resourceVersion, "resourceVersion"),
    lastWriter: orNull(readWriter)(moving.lastWriter, "lastWriter"),
    generation: numberOrNull(moving.generation, "generation"),
    createdAt: numberOrNull(shape.createdAt, "createdAt"),
    deletingAt: numberOrNull(shape.deletingAt, "deletingAt"),
    unreadable: textOrNull(shape.unreadable, "unreadable"),
    // Before it was kept, nobody asked.
    revision: shape.revision === undefined ? "" : text(shape.revision, "revision"),
    entryLabels: pairs(text)(shape.entryLabels, "entryLabels"),
    entryAnnotations: pairs(text)(shape.entryAnnotations, "entryAnnotations"),
    // Rows of older versions have none.
    misplacedKeys: shape.misplacedKeys === undefined ? [] : list(text)(shape.misplacedKeys, "misplacedKeys"),
    template: readTemplate(fields(shape.template, "template")),
    probe: orNull(readProbe)(shape.probe, "probe"),
    expectedSize: textOrNull(shape.expectedSize, "expectedSize"),
    // Before it was kept, nobody asked.
    plannedLeaves: shape.plannedLeaves === undefined ? null : textOrNull(shape.plannedLeaves, "plannedLeaves"),
    mutedFindings: shape.mutedFindings === undefined ? "" : text(shape.mutedFindings, "mutedFindings"),
    managedBy: text(shape.managedBy, "managedBy"),
  };
}

/** What stands for a group whose record cannot be read. */
export function unreadableGroup({ cluster, namespace, name, uid }: EntryIdentity, reason: string): WorkloadGroup {
  const template = { address: "", ports: [], labels: [], network: "", locality: "", weight: null, serviceAccount: "" };
  const nothing = {
    createdAt: null,
    deletingAt: null,
    generation: null,
    probe: null,
    expectedSize: null,
    plannedLeaves: null,
    mutedFindings: "",
    lastWriter: null,
    managedBy: "",
  };
  const none = { revision: "", entryLabels: [], entryAnnotations: [], misplacedKeys: [], template, ...nothing };
  return { cluster, namespace, name, uid, resourceVersion: "", unreadable: recordUnreadable(reason), ...none };
}

function readTemplate(stored: Fields): WorkloadTemplate {
  return {
    address: text(stored.address, "template.address"),
    ports: pairs(number)(stored.ports, "template.ports"),
    labels: pairs(text)(stored.labels, "template.labels"),
    network: text(stored.network, "template.network"),
    locality: text(stored.locality, "template.locality"),
    weight: numberOrNull(stored.weight, "template.weight"),
    serviceAccount: text(stored.serviceAccount, "template.serviceAccount"),
  };
}

function readProbe(value: unknown, path: string): Probe {
  const stored = fields(value, path);
  return {
    method: word([...PROBE_METHODS, "none"])(stored.method, "probe.method"),
    port: numberOrNull(stored.port, "probe.port"),
    path: text(stored.path, "probe.path"),
    scheme: text(stored.scheme, "probe.scheme"),
    host: text(stored.host, "probe.host"),
    command: list(text)(stored.command, "probe.command"),
    initialDelaySeconds: numberOrNull(stored.initialDelaySeconds, "probe.initialDelaySeconds"),
    timeoutSeconds: numberOrNull(stored.timeoutSeconds, "probe.timeoutSeconds"),
    periodSeconds: numberOrNull(stored.periodSeconds, "probe.periodSeconds"),
    successThreshold: numberOrNull(stored.successThreshold, "probe.successThreshold"),
    failureThreshold: numberOrNull(stored.failureThreshold, "probe.failureThreshold"),
  };
}
