import type { MeshSettings } from "@/lib/domain/selection/world";

type Versions = Pick<MeshSettings, "istioVersion" | "otherVersions">;
type Does = (minor: number, patch: number) => boolean;

/** True or false if istiods of all versions do it or none does. Null if they differ, or a version is not known. */
function agreed({ istioVersion, otherVersions }: Versions, does: Does): boolean | null {
  const answers = [istioVersion, ...otherVersions].map((version) => {
    const [, minor, patch] = /^1\.(\d+)\.(\d+)/.exec(version ?? "") ?? [];
    return minor === undefined ? null : does(Number(minor), Number(patch));
  });
  return answers.every((one) => one === answers[0]) ? (answers[0] ?? null) : null;
}

/** An empty selector of a ServiceEntry selects everything of its namespace (docs/istio.md#empty-selector). Null counts as nothing. */
export const emptySelectsAll = (mesh: Versions): boolean | null =>
  agreed(mesh, (minor, patch) => minor < 18 || (minor === 30 && patch < 5) || (minor === 31 && patch < 1));

/** A caller without a network gets the gateway of an endpoint's network. */
export const sendsGatewayToAll = (mesh: Versions): boolean => agreed(mesh, (minor) => minor >= 30) ?? true;

/** The label `topology.istio.io/locality` gives a locality. */
export const readsLocalityLabel = (mesh: Versions): boolean => agreed(mesh, (minor) => minor >= 29) ?? true;
