import { type LabelSet, labelSet } from "@/lib/domain/label-set";
import { type Change, changed, changedMesh, EXAMPLE_ADDRESS, type Pair } from "./changes";
import { addressKind } from "./ip-address";
import { CLUSTER_LABEL, REVISION_LABEL } from "./machine";
import type { MeshSettings } from "./mesh";
import type { Reason } from "./reasons";
import { machineOf, reasonsAgainst } from "./selected-by";

/** A reason against a machine with the one edit that takes it away. */
export interface Refusal {
  readonly reason: Reason;
  readonly change: Change;
}

const MOST_CHANGES = 16;

/**
 * Why this selector does not take this machine, each reason with an edit: whoever makes all of them, in this order, has it selected.
 * Most have one. Null would mean that nobody knows how; no pair is known for which that is so.
 */
export function refusalsOf(pair: Pair, mesh: MeshSettings): readonly Refusal[] | null {
  const refusals: Refusal[] = [];
  let { selector, candidate } = pair;
  let settings = mesh;
  for (let round = 0; round < MOST_CHANGES; round++) {
    const [reason] = reasonsAgainst(selector, candidate, settings);
    if (reason === undefined) return refusals;
    const change = changeAgainst(reason, { selector, candidate }, settings);
    refusals.push({ reason, change });
    ({ selector, candidate } = changed({ selector, candidate }, change));
    settings = changedMesh(settings, change);
  }
  return null;
}

/** An edit of the machine where one helps, else of what selects. */
function changeAgainst(reason: Reason, pair: Pair, mesh: MeshSettings): Change {
  switch (reason.code) {
    case "selector-of-other-revision":
      return { on: "selector", set: "no-label", key: REVISION_LABEL };
    case "machine-of-other-revision":
      return { on: "machine", set: "no-label", key: REVISION_LABEL };
    case "switched-off":
      return { on: "istiod", set: "setting", name: reason.setting };
    case "no-selector":
    case "empty-selector":
    case "empty-selector-unknown":
      return { on: "selector", set: "selector", labels: ownPair(pair, mesh) };
    case "other-namespace":
      return { on: "selector", set: "namespace", value: reason.found };
    case "labels-differ":
      return againstDifferingLabels(reason.pairs, pair, mesh);
    case "host-name-address":
    case "socket-address":
      // A socket is sent with resolution DNS, but its effect on the proxy was not measured (docs/istio.md#address-kinds).
      if (reason.resolution === "Service" || reason.code === "socket-address")
        return { on: "machine", set: "address", value: EXAMPLE_ADDRESS, isExample: true };
      return { on: "selector", set: "resolution", value: "DNS" };
    case "resolution-none":
    case "resolution-dynamic":
      return { on: "selector", set: "resolution", value: needsDns(pair, mesh) ? "DNS" : "STATIC" };
    case "headless":
    case "external-name":
      return { on: "selector", set: "cluster-ip" };
    case "unhealthy":
    case "awaiting-first-probe":
      return { on: "machine", set: "healthy" };
    case "draining":
      return { on: "machine", set: "no-label", key: mesh.drainingLabel };
    case "pod-not-ready":
    case "pod-deleting":
    case "pod-without-address":
    case "pod-finished":
      return { on: "machine", set: "running-and-ready" };
  }
}

/** Labels on the machine, unless Istio derives them or they would bring another reason: then what the selector wants. */
function againstDifferingLabels(pairs: Extract<Reason, { code: "labels-differ" }>["pairs"], pair: Pair, mesh: MeshSettings): Change {
  const labels = labelSet(pairs.map(({ key, wanted }) => [key, wanted] as const));
  const set: Change = { on: "machine", set: "labels", labels };
  const before = reasonsAgainst(pair.selector, pair.candidate, mesh).length;
  const after = changed(pair, set);
  if (reasonsAgainst(after.selector, after.candidate, mesh).length < before) return set;
  const differing = new Map(pairs.map(({ key, found }) => [key, found]));
  const kept = (pair.selector.selector ?? []).flatMap(([key, wanted]): LabelSet => {
    const found = differing.get(key);
    return found === undefined ? [[key, wanted]] : found === null ? [] : [[key, found]];
  });
  return { on: "selector", set: "selector", labels: kept.length > 0 ? kept : ownPair(pair, mesh) };
}

/** A label that the machine has: its `app`, else its first, else the one that all have. */
function ownPair({ candidate }: Pair, mesh: MeshSettings): LabelSet {
  const own = candidate.kind === "pod" ? candidate.pod.labels : [...candidate.entry.metadataLabels, ...candidate.entry.specLabels];
  const machine = machineOf(candidate, mesh).labels;
  const usable = own.filter(([key, value]) => machine.get(key) === value && key !== mesh.drainingLabel && key !== REVISION_LABEL);
  return [usable.find(([key]) => key === "app") ?? usable[0] ?? [CLUSTER_LABEL, mesh.clusterId]];
}

/** Is the machine's address a host name, which only DNS services accept? */
function needsDns({ candidate }: Pair, mesh: MeshSettings): boolean {
  return addressKind(machineOf(candidate, mesh).address) === "host-name";
}
