import type { ParsedObject } from "@/lib/domain/flat-object";
import type { Sidecar } from "@/lib/domain/selection/policies";
import type { KubeSource } from "@/lib/server/kube/kube-source";
import { parsedParser } from "@/lib/server/kube/parse/flat-object";
import { parseSidecar } from "@/lib/server/kube/parse/selection/policies";
import { ISTIO_API } from "@/lib/server/kube/resource";

/** Sidecars: which hosts callers know. */
export const sidecars: KubeSource<ParsedObject<Sidecar>> = {
  resource: ISTIO_API,
  place: "namespaces",
  labelSelector: "",
  probed: "seldom",
  parse: parsedParser("sidecars", parseSidecar),
};
