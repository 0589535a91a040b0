import { type BundleDefaults, NEW_GROUP_MESH_FIELDS, type NewGroupMeshValues } from "@/lib/contract/answers/bundle";
import { ownFactProblem, ownFactWords } from "@/lib/format/new-group/own-fact-words";

/** What a form begins with: what its viewer typed of the mesh in the first step wins over presets and over what was read. */
export function withOwnFacts(start: BundleDefaults, own: NewGroupMeshValues): BundleDefaults {
  const typed = NEW_GROUP_MESH_FIELDS.flatMap((fact) => {
    const value = own[fact];
    if (value === undefined) return [];
    const problem = ownFactProblem({ fact, value });
    return [[fact, { state: problem === "" ? "ok" : "problem", value, source: ownFactWords(), problem, typedAt: "ready" }] as const];
  });
  return { ...start, ...Object.fromEntries(typed) };
}
