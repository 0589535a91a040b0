import type { IndexedTableObject } from "@/lib/domain/object/kubernetes-object";
import { flawOf } from "./flaw";
import type { Identity } from "./identity";
import { at } from "./json";
import { METADATA_SHAPE, timeOf } from "./metadata";

/** A ServiceAccount: that it is there, and since when. Nothing else of it is kept. */
export function parseServiceAccount(raw: unknown, identity: Identity, cluster: string): IndexedTableObject {
  const createdAt = timeOf(at(raw, "metadata", "creationTimestamp"));
  return { cluster, kind: "serviceaccounts", ...identity, createdAt, unreadable: flawOf(raw, METADATA_SHAPE) };
}
