import type { LabelSet } from "@/lib/domain/object/label-set";
import type { SelectionFix } from "@/lib/domain/selection/nearest-misses";

/** One edit that would have a machine selected, as an order without a full stop: "label the machine app=checkout". `kind` is what selects. */
export function changeWords(change: SelectionFix, kind: "Service" | "ServiceEntry"): string {
  switch (change.on) {
    case "istiod":
      return `set ${change.name} back to true at istiod`;
    case "machine":
      return machineWords(change);
    case "selector":
      return selectorWords(change, kind);
  }
}

function machineWords(change: Extract<SelectionFix, { on: "machine" }>): string {
  switch (change.set) {
    case "labels":
      return `label the machine ${labelWords(change.labels)}`;
    case "no-label":
      return `take the label ${change.key} off the machine`;
    case "address":
      return `give the machine an IP address (as ${change.value})`;
    case "port":
      return `name a port ${change.name} on the machine (as ${change.value})`;
    case "healthy":
      return "let its probe pass";
    case "running-and-ready":
      return "let the Pod run and become ready";
  }
}

function selectorWords(change: Extract<SelectionFix, { on: "selector" }>, kind: "Service" | "ServiceEntry"): string {
  switch (change.set) {
    case "no-label":
      return `take the label ${change.key} off the ${kind}`;
    case "namespace":
      return `move or copy the ${kind} to namespace ${change.value}`;
    case "selector":
      return `let the ${kind} select ${labelWords(change.labels)}`;
    case "resolution":
      return `set resolution ${change.value} on the ${kind}`;
    case "cluster-ip":
      return `make the ${kind} anew with type ClusterIP and an address of its own`;
  }
}

function labelWords(labels: LabelSet): string {
  return labels.map(([key, value]) => `${key}=${value}`).join(", ");
}
