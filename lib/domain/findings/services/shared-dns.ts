import { definitionsBy, policiesOf, ruleOf } from "@/lib/domain/findings/service-parts";
import { ordersByLabels } from "@/lib/domain/selection/by-place";
import { placeSettingOf } from "@/lib/domain/selection/locality-settings";
import type { ServiceEntry } from "@/lib/domain/selection/objects";
import type { SelectionWorld } from "@/lib/domain/selection/world";

/**
 * True if a traffic distribution or `failoverPriority` would order the endpoints of a ServiceEntry by labels once its resolution is DNS: istiod since 1.30 ends
 * with a panic then, if the endpoints are in several localities (docs/istio.md#dns-panic).
 */
export function wouldOrderDnsByLabels(selector: ServiceEntry, selection: SelectionWorld): boolean {
  const { mesh } = selection;
  return definitionsBy({ selector: { ...selector, resolution: "DNS" } }, selection).some((definition) =>
    policiesOf(definition, ruleOf(definition, selection)).some(({ policy }) =>
      ordersByLabels(placeSettingOf(definition, policy, mesh), (policy?.outlier ?? null) !== null || mesh.outlierByDefault),
    ),
  );
}
