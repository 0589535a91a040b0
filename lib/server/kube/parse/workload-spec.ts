import type { WorkloadTemplate } from "@/lib/domain/group/workload-group";
import { truncateText } from "@/lib/domain/object/clean-text";
import { isUntypedObject } from "@/lib/domain/preview/values";
import { type Expected, shapeOf } from "./flaw";
import { at, field, keyText, number, text } from "./json";
import { pairsOf } from "./metadata";

/** The shape of a workload (docs/istio.md#entry-fields) under `path`: an entry's spec or a group's template. */
export function workloadShape(path: readonly string[]): readonly Expected[] {
  return [
    { path: [...path, "address"], shape: "a string" },
    { path: [...path, "network"], shape: "a string" },
    { path: [...path, "locality"], shape: "a string" },
    { path: [...path, "serviceAccount"], shape: "a string" },
    { path: [...path, "weight"], shape: "a number" },
    { path: [...path, "labels"], shape: "an object" },
    { path: [...path, "ports"], shape: "an object" },
  ];
}

/** The first port that is no number, in words, or null. */
export function portFlawOf(raw: unknown, path: readonly string[]): string | null {
  const ports = at(raw, ...path, "ports");
  if (!isUntypedObject(ports)) return null;
  for (const [name, port] of Object.entries(ports)) {
    if (number(port) === null) return `${path.join(".")}.ports.${truncateText(keyText(name), 64)} is ${shapeOf(port)}, not a number`;
  }
  return null;
}

/** Reads a workload whose shape has been checked. */
export function workloadOf(raw: unknown): WorkloadTemplate {
  const ports = field(raw, "ports");
  return {
    address: text(field(raw, "address")),
    network: text(field(raw, "network")),
    locality: text(field(raw, "locality")),
    serviceAccount: text(field(raw, "serviceAccount")),
    weight: number(field(raw, "weight")),
    labels: pairsOf(field(raw, "labels")),
    ports: isUntypedObject(ports) ? Object.entries(ports).map(([name, port]) => [keyText(name), number(port) ?? 0] as const) : [],
  };
}
