import type { KubeObject } from "./kube-object";
import type { Storage } from "./storage";
import { keyOf, Stored } from "./stored";

/** Where a write ends: in the storage, or (dry run) nowhere. */
export interface Writes {
  /** The object as it is stored now; after a dry run under the revision it had. */
  put(resourceId: string, object: KubeObject): Stored;
  remove(resourceId: string, stored: Stored): Stored;
}

const dry: Writes = {
  put: (_resourceId, object) => new Stored(keyOf(object.metadata.namespace ?? "", object.metadata.name), object),
  remove: (_resourceId, stored) => stored,
};

export function writesOf(storage: Storage, isDryRun: boolean): Writes {
  return isDryRun ? dry : storage;
}
