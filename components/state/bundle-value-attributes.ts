import type { DataAttributes } from "@/components/ui/data-attributes";
import type { BundleValue } from "@/lib/contract/answers/bundle";

/** Returns `data-*` attributes with the source and the problem of a mesh setting in the bundle, for tests. */
export function bundleValueAttributes({ place, readBy, preset, typedAt, fault, missing }: Partial<BundleValue>): DataAttributes {
  return {
    "data-place": place,
    "data-read-by": readBy,
    "data-preset": preset,
    "data-typed-at": typedAt,
    "data-fault": fault,
    "data-missing": missing?.right,
    "data-namespace": missing?.namespace,
  };
}
