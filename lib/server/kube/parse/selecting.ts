import { MUTE_ANNOTATION } from "@/lib/domain/findings/object-mute";
import { truncateText } from "@/lib/domain/object/clean-text";
import { type LabelSet, sortedLabelSet } from "@/lib/domain/object/label-set";
import type { KubernetesService, ServiceEntry, StoredMeshService } from "@/lib/domain/selection/objects";
import type { Identity } from "./identity";
import { istiodStatusAt } from "./istiod-status";
import { anyText, at, field, list, text } from "./json";
import { annotationOf, managedByOf, ownerOf, timeOf } from "./metadata";
import { parseKubernetesService } from "./selection/kubernetes-service";
import { parseServiceEntry } from "./selection/service-entry";

/** A Service as the API server sent it: what decides who answers for it, and what the log tells of it (docs/istio.md#service-selector). */
export function parseServiceObject(raw: unknown, identity: Identity, cluster: string): StoredMeshService<KubernetesService> {
  const read = parseKubernetesService(raw);
  const common = { cluster, kind: "services", ...identity, ...unreadAt(raw) } as const;
  if ("unreadable" in read) return { ...common, ...read, ...NOTHING };
  const spec = field(raw, "spec");
  const traits = [...told(spec, ["type", "externalName"]), ...(read.isHeadless ? [["clusterIP", "None"] as const] : [])];
  return { ...common, selector: read.selector, hosts: [], ports: portsOf(spec), traits: sortedLabelSet(traits), parsed: read };
}

/** A ServiceEntry as the API server sent it: what decides who answers for its hosts, and what the log tells of it (docs/istio.md#serviceentry-fields). */
export function parseServiceEntryObject(raw: unknown, identity: Identity, cluster: string): StoredMeshService<ServiceEntry> {
  const read = parseServiceEntry(raw);
  const common = { cluster, kind: "serviceentries", ...identity, ...unreadAt(raw) } as const;
  if ("unreadable" in read) return { ...common, ...read, ...NOTHING };
  const spec = field(raw, "spec");
  const endpoints = read.endpoints.length;
  const traits = [...told(spec, ["location", "resolution", "exportTo", "addresses"]), ...(endpoints === 0 ? [] : [["endpoints", String(endpoints)] as const])];
  return { ...common, selector: read.selector ?? [], hosts: read.hosts, ports: portsOf(spec), traits: sortedLabelSet(traits), parsed: read };
}

const NOTHING = { selector: [], hosts: [], ports: [], traits: [], parsed: null } as const;

function unreadAt(raw: unknown) {
  return {
    createdAt: timeOf(at(raw, "metadata", "creationTimestamp")),
    istiodStatus: istiodStatusAt(raw),
    managedBy: ownerTextOf(field(raw, "metadata")),
    mutedFindings: annotationOf(at(raw, "metadata", "annotations"), MUTE_ANNOTATION) ?? "",
    unreadable: null,
  };
}

/** The owner of an object that a controller or another program writes, as a registry's does. */
function ownerTextOf(metadata: unknown): string {
  const owner = ownerOf(metadata);
  return owner === null ? managedByOf(metadata) : truncateText(`${owner.kind} ${owner.name}`, LONGEST_OWNER);
}

const LONGEST_OWNER = 320;

/** The fields that are set, as text. */
function told(spec: unknown, names: readonly string[]): readonly (readonly [string, string])[] {
  return names.flatMap((name) => {
    const value = field(spec, name);
    return value === undefined || value === null || value === "" ? [] : [[name, anyText(value)] as const];
  });
}

/** A port without a name has its number for one: there can be only one such. */
function portsOf(spec: unknown): LabelSet {
  return sortedLabelSet(
    list(field(spec, "ports")).map((port) => {
      const number = anyText(field(port, "port") ?? field(port, "number") ?? "");
      const protocol = text(field(port, "protocol")) || "TCP";
      const target = field(port, "targetPort");
      return [text(field(port, "name")) || number, `${number}/${protocol}${target === undefined ? "" : ` → ${anyText(target)}`}`] as const;
    }),
  );
}
