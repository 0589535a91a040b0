import type { Fields } from "@/lib/domain/preview/values";
import type { Selecting } from "@/lib/domain/selecting";
import { recordUnreadable } from "./read-entry";
import { readKubernetesService, readParsed, readServiceEntry } from "./read-parsed";
import { list, numberOrNull, pairs, text, textOrNull } from "./reading";

type Named = Pick<Selecting, "cluster" | "kind" | "namespace" | "name" | "uid">;

/** Reads what is stored of a Service or ServiceEntry, in the newest format; throws `Unreadable`. */
export function readSelecting({ cluster, kind, namespace, name, uid }: Named, shape: Fields, moving: Fields): Selecting {
  return {
    cluster,
    kind,
    namespace,
    name,
    uid,
    resourceVersion: text(moving.resourceVersion, "resourceVersion"),
    createdAt: numberOrNull(shape.createdAt, "createdAt"),
    unreadable: textOrNull(shape.unreadable, "unreadable"),
    selector: pairs(text)(shape.selector, "selector"),
    hosts: list(text)(shape.hosts, "hosts"),
    ports: pairs(text)(shape.ports, "ports"),
    traits: pairs(text)(shape.traits, "traits"),
    istiodStatus: shape.istiodStatus === undefined ? "" : text(shape.istiodStatus, "istiodStatus"),
    ...(shape.managedBy !== undefined && { managedBy: text(shape.managedBy, "managedBy") }),
    mutedFindings: shape.mutedFindings === undefined ? "" : text(shape.mutedFindings, "mutedFindings"),
    parsed: kind === "services" ? readParsed(readKubernetesService, shape.parsed) : readParsed(readServiceEntry, shape.parsed),
  };
}

/** What stands for one whose record cannot be read. */
export function unreadableSelecting({ cluster, kind, namespace, name, uid }: Named, reason: string): Selecting {
  const nothing = { resourceVersion: "", createdAt: null, selector: [], hosts: [], ports: [], traits: [], mutedFindings: "", istiodStatus: "", parsed: null };
  return { cluster, kind, namespace, name, uid, unreadable: recordUnreadable(reason), ...nothing };
}
