import { findingObject, type Rule } from "@/lib/domain/findings/rule";
import { runningRevisions } from "@/lib/domain/findings/running-revisions";

/**
 * A namespace asks for a revision that no istiod runs as: new Pods there get no sidecar, or wait for one, and bundles that are made for its machines
 * name an istiod that does not answer. It may be a tag, which only a webhook's configuration tells (istioctl tag; pkg/revisions/tag_watcher.go).
 */
export const namespaceRevisionNotRunning: Rule<"mesh"> = {
  code: "STL602",
  name: "namespace-revision-not-running",
  subject: "mesh",
  severity: "note",
  needs: ["istiod-pods", "namespaces"],
  noPatchBecause: "the name may be a tag of a revision, and which revision a namespace is meant to have is its team's choice",
  detect: (_mesh, { world }) => {
    const running = runningRevisions(world);
    if (running === null) return { cannotTell: ["istiod-pods"] };
    if (world.places.namespaces.kind !== "known") return { cannotTell: ["namespaces"] };
    if (running.length === 0) return [];
    const asking = [...world.places.namespaces.value].filter(([, { revision }]) => revision !== "" && !running.includes(revision));
    return asking.map(([name, { revision }]) => ({
      of: name,
      objects: [findingObject("Namespace", { namespace: name, name })],
      evidence: { namespace: name, revision, running },
    }));
  },
};
