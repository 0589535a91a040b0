import type { Standing } from "./istiod-for-machines";

/** One version of Istio's API group. `hasGroups`: does it have WorkloadGroups? Null = its list of kinds could not be read. */
export interface VersionSeen {
  readonly version: string;
  readonly hasGroups: boolean | null;
}

/** In which versions a cluster serves WorkloadGroups, and whether a new one can be written. */
export interface ServedVersions {
  readonly standing: Standing;
  readonly served: readonly string[];
}

/** `writes`: the versions in which groups are written, the best first: the first that the API group has is taken, so that this one has to have them. */
export function servedVersions(seen: readonly VersionSeen[], writes: readonly string[]): ServedVersions {
  const taken = writes.flatMap((version) => seen.find((one) => one.version === version) ?? [])[0];
  const served = seen.flatMap(({ version, hasGroups }) => (hasGroups === true ? [version] : []));
  if (taken === undefined || taken.hasGroups === false) return { standing: "problem", served };
  return { standing: taken.hasGroups === null ? "unseen" : "ok", served };
}
