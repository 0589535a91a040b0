import { type LabelSet, labelSet } from "@/lib/domain/label-set";
import type { Selecting } from "@/lib/domain/selecting";
import { flawOf } from "./flaw";
import type { Identity } from "./identity";
import { anyText, at, field, list, text } from "./json";
import { METADATA_SHAPE, pairsOf, timeOf } from "./metadata";

const SERVICE_SHAPE = [
  ...METADATA_SHAPE,
  { path: ["spec"], shape: "an object", required: true },
  { path: ["spec", "selector"], shape: "an object" },
  { path: ["spec", "ports"], shape: "a list" },
] as const;

const SERVICE_ENTRY_SHAPE = [
  ...METADATA_SHAPE,
  { path: ["spec"], shape: "an object", required: true },
  { path: ["spec", "hosts"], shape: "a list" },
  { path: ["spec", "ports"], shape: "a list" },
  { path: ["spec", "workloadSelector"], shape: "an object" },
  { path: ["spec", "workloadSelector", "labels"], shape: "an object" },
] as const;

/** A Service as the API server sent it, trimmed: whom it selects, and where its ports lead (facts 4.1). */
export function parseService(raw: unknown, identity: Identity, cluster: string): Selecting {
  const unreadable = flawOf(raw, SERVICE_SHAPE);
  const spec = unreadable === null ? field(raw, "spec") : {};
  const traits = [...told(spec, ["type", "externalName"]), ...(field(spec, "clusterIP") === "None" ? [["clusterIP", "None"] as const] : [])];
  const selector = pairsOf(field(spec, "selector"));
  return { cluster, kind: "services", ...identity, ...whenceOf(raw, unreadable), selector, hosts: [], ports: portsOf(spec), traits: labelSet(traits) };
}

/** A ServiceEntry as the API server sent it, trimmed (facts 1.3). Of inline endpoints only their number. */
export function parseServiceEntry(raw: unknown, identity: Identity, cluster: string): Selecting {
  const unreadable = flawOf(raw, SERVICE_ENTRY_SHAPE);
  const spec = unreadable === null ? field(raw, "spec") : {};
  const endpoints = list(field(spec, "endpoints")).length;
  const traits = [...told(spec, ["location", "resolution", "exportTo", "addresses"]), ...(endpoints === 0 ? [] : [["endpoints", String(endpoints)] as const])];
  const hosts = list(field(spec, "hosts")).map(text);
  const selector = pairsOf(at(spec, "workloadSelector", "labels"));
  return { cluster, kind: "serviceentries", ...identity, ...whenceOf(raw, unreadable), selector, hosts, ports: portsOf(spec), traits: labelSet(traits) };
}

function whenceOf(raw: unknown, unreadable: string | null) {
  return { createdAt: timeOf(at(raw, "metadata", "creationTimestamp")), unreadable };
}

/** The fields that are set, as text. */
function told(spec: unknown, names: readonly string[]): readonly (readonly [string, string])[] {
  return names.flatMap((name) => {
    const value = field(spec, name);
    return value === undefined || value === null || value === "" ? [] : [[name, anyText(value)] as const];
  });
}

/** A port without a name has its number for one: there can be only one such. */
function portsOf(spec: unknown): LabelSet {
  return labelSet(
    list(field(spec, "ports")).map((port) => {
      const number = anyText(field(port, "port") ?? field(port, "number") ?? "");
      const protocol = text(field(port, "protocol")) || "TCP";
      const target = field(port, "targetPort");
      return [text(field(port, "name")) || number, `${number}/${protocol}${target === undefined ? "" : ` → ${anyText(target)}`}`] as const;
    }),
  );
}
