import type { Selecting } from "@/lib/domain/selecting";
import type { ServiceEntry } from "@/lib/domain/selection/objects";
import type { KubeSource } from "@/lib/server/kube/kube-source";
import { parseServiceEntryObject } from "@/lib/server/kube/parse/selecting";
import { ISTIO_API } from "@/lib/server/kube/resource";

/** ServiceEntries, which choose machines by their labels. */
export const serviceEntries: KubeSource<Selecting<ServiceEntry>> = {
  resource: ISTIO_API,
  place: "namespaces",
  labelSelector: "",
  probed: "seldom",
  parse: parseServiceEntryObject,
};
