import { isUntypedObject } from "@/lib/domain/preview/values";
import type { LocalityBalancing, TrafficPolicy, TrafficPolicySettings, ZoneAwareBalancing } from "@/lib/domain/selection/policies";
import { at, field, list, number, text } from "@/lib/server/kube/parse/json";
import { textsOf, wholeOf } from "./described";

/** A `trafficPolicy`, as far as it decides who answers; null where there is none. Of unset modes counts what Istio takes them for. */
export function trafficPolicyOf(raw: unknown): TrafficPolicy | null {
  if (!isUntypedObject(raw)) return null;
  const ports = list(field(raw, "portLevelSettings")).map((one) => ({ port: wholeOf(at(one, "port", "number")), ...partOf(one) }));
  return { ...partOf(raw), ports };
}

function partOf(raw: unknown): TrafficPolicySettings {
  const [tls, outlier, balancer] = [field(raw, "tls"), field(raw, "outlierDetection"), field(raw, "loadBalancer")];
  return {
    tls: isUntypedObject(tls) ? text(field(tls, "mode")) || "DISABLE" : null,
    ...(list(field(tls, "subjectAltNames")).length > 0 ? { accepts: textsOf(field(tls, "subjectAltNames")) } : {}),
    outlier: isUntypedObject(outlier)
      ? { minHealthPercent: wholeOf(field(outlier, "minHealthPercent")), maxEjectionPercent: number(field(outlier, "maxEjectionPercent")) }
      : null,
    balancer: isUntypedObject(balancer)
      ? {
          simple: text(field(balancer, "simple")),
          ...(isUntypedObject(field(balancer, "consistentHash")) ? { isHashing: true } : {}),
          locality: localityBalancingOf(field(balancer, "localityLbSetting")),
          zoneAware: zoneAwareOf(field(balancer, "zoneAwareLbSetting")),
        }
      : null,
  };
}

/** A `localityLbSetting`, of a rule or of the mesh; on unless it says that it is off. An empty `distribute` is none. */
export function localityBalancingOf(raw: unknown): LocalityBalancing | null {
  if (!isUntypedObject(raw)) return null;
  const distribute = list(field(raw, "distribute")).map((one) => ({ from: text(field(one, "from")), to: weightsOf(field(one, "to")) }));
  return { ...zoneAwarePart(raw), distribute: distribute.length === 0 ? null : distribute };
}

function zoneAwareOf(raw: unknown): ZoneAwareBalancing | null {
  return isUntypedObject(raw) ? zoneAwarePart(raw) : null;
}

function zoneAwarePart(raw: unknown): ZoneAwareBalancing {
  return {
    isEnabled: field(raw, "enabled") !== false,
    failover: list(field(raw, "failover")).map((one) => ({ from: text(field(one, "from")), to: text(field(one, "to")) })),
    failoverPriority: textsOf(field(raw, "failoverPriority")),
  };
}

function weightsOf(to: unknown): readonly (readonly [string, number])[] {
  return isUntypedObject(to) ? Object.entries(to).map(([place, weight]) => [text(place), wholeOf(weight)] as const) : [];
}
