import { isConflict, isGone, type KubeApi, type KubeObject, type ObjectRef } from "./kube-api";

const attempts = 6;

/**
 * Reads, changes and writes an object, again when someone else was faster (istiod tries 5 times more).
 * True when it wrote; false when the object is gone or `change` answers null.
 */
export async function updateEntry(api: KubeApi, ref: ObjectRef, change: (entry: KubeObject) => KubeObject | null, subresource?: "status"): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    const entry = await api.get(ref);
    const changed = entry === null ? null : change(entry);
    if (changed === null) return false;
    try {
      await api.replace(changed, subresource);
      return true;
    } catch (problem) {
      if (isGone(problem)) return false;
      if (!isConflict(problem) || attempt === attempts) throw problem;
    }
  }
}
