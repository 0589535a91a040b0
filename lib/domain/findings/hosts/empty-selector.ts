import { hostObject } from "@/lib/domain/findings/host-parts";
import type { Rule } from "@/lib/domain/findings/rule";
import { emptySelector as emptySelectorOf } from "@/lib/domain/selection/empty-selector";

/**
 * A ServiceEntry has a selector without labels: by the version of istiod it takes every machine and Pod of its namespace, or nobody
 * (pkg/kube/krt/filter.go, istio/istio#44159 and #61690).
 */
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
    const { istioVersion } = world.mesh.settings;
    const { takes, isKnown } = emptySelectorOf(istioVersion);
    return [{ objects: [hostObject(host)], evidence: { hosts: host.hosts, version: istioVersion ?? "", takes: isKnown ? takes : "unknown" } }];
  },
};
