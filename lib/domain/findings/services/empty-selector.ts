import type { FindingsWorld } from "@/lib/domain/findings/findings-world";
import type { Rule } from "@/lib/domain/findings/rule";
import { hostObject } from "@/lib/domain/findings/service-parts";
import { behaviourOf, versionsOf } from "@/lib/domain/mesh/istiod-behaviours";
import { isOfRevision } from "@/lib/domain/selection/machine";
import type { ServiceEntry } from "@/lib/domain/selection/objects";

const SELECTS_ALL = "emptySelectorSelectsAll";

/** A ServiceEntry has a selector without labels. By its version istiod selects every machine and Pod of the namespace with it, or nothing. */
export const emptySelector: Rule<"host"> = {
  code: "STL312",
  name: "empty-selector",
  subject: "host",
  severity: "warning",
  needs: ["serviceentries"],
  noPatchBecause: "whom it is meant to take only its owner knows",
  detect: (host, world) => {
    const { selector } = host;
    if (selector.kind !== "ServiceEntry" || selector.selector === null || selector.selector.length > 0) return [];
    const versions = versionsReading(selector, world);
    const named = versions.flatMap((version) => version || []);
    const selecting = (does: boolean | null) => named.filter((version) => behaviourOf(SELECTS_ALL, [version]) === does);
    const outcome = behaviourOf(SELECTS_ALL, versions);
    const takes = outcome === null ? "unknown" : outcome ? "everything" : "nothing";
    const evidence = { hosts: host.hosts, version: named.join(", "), takes, everything: selecting(true), nothing: selecting(false) };
    return [{ objects: [hostObject(host)], evidence }];
  },
};

/** The versions of the istiods that read the object: those of the revision that serves, and of every other revision for which it is. */
function versionsReading(selector: ServiceEntry, { mesh, world }: FindingsWorld): readonly (string | null)[] {
  const others = [...world.meshes.values()].filter((facts) => facts.revision !== mesh.settings.revision && isOfRevision(selector.labels, facts));
  const theirs = others.flatMap(({ istioVersion, otherVersions }) => [istioVersion.kind === "denied" ? null : istioVersion.value, ...otherVersions]);
  const own = isOfRevision(selector.labels, mesh.settings) || others.length === 0 ? versionsOf(mesh.settings) : [];
  return [...new Set([...own, ...theirs])];
}
