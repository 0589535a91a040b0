import type { Path } from "@/lib/domain/preview/finding";
import { fieldOf, itemsOf, textOf } from "@/lib/domain/preview/values";
import { type LocalReach, localReachOf } from "./address-reach";

/** A place of an object that would send callers to themselves, or to what only their own machine should call. */
export interface LocalTarget {
  readonly path: Path;
  readonly address: string;
  readonly reach: LocalReach;
}

/** Of hosts that are resolved by these, a caller's own sidecar looks the name up and calls what it finds (docs/istio.md#resolution). */
const LOOKED_UP: ReadonlySet<string> = new Set(["DNS", "DNS_ROUND_ROBIN", "DYNAMIC_DNS"]);

/** Every such place of a WorkloadGroup, a WorkloadEntry, a ServiceEntry or a Service; other kinds send callers nowhere. */
export function localTargets(kind: string, body: unknown): readonly LocalTarget[] {
  return targetsOf(kind, fieldOf(body, "spec")).flatMap(({ path, address }) => {
    const reach = localReachOf(address);
    return reach === null ? [] : [{ path, address, reach }];
  });
}

type Target = Pick<LocalTarget, "path" | "address">;

function targetsOf(kind: string, spec: unknown): readonly Target[] {
  switch (kind) {
    case "WorkloadEntry":
      return [{ path: ["spec", "address"], address: textOf(fieldOf(spec, "address")) }];
    case "WorkloadGroup":
      return [{ path: ["spec", "template", "address"], address: textOf(fieldOf(fieldOf(spec, "template"), "address")) }];
    case "Service":
      return fieldOf(spec, "type") === "ExternalName" ? [{ path: ["spec", "externalName"], address: textOf(fieldOf(spec, "externalName")) }] : [];
    case "ServiceEntry":
      return targetsOfEntry(spec);
    default:
      return [];
  }
}

/** Its endpoints; where it has none and selects nobody, its hosts themselves are looked up. */
function targetsOfEntry(spec: unknown): readonly Target[] {
  const endpoints = itemsOf(fieldOf(spec, "endpoints")).map((one, at) => ({
    path: ["spec", "endpoints", at, "address"],
    address: textOf(fieldOf(one, "address")),
  }));
  const isLookedUp = LOOKED_UP.has(textOf(fieldOf(spec, "resolution"))) && endpoints.length === 0 && fieldOf(spec, "workloadSelector") === undefined;
  const hosts = itemsOf(fieldOf(spec, "hosts")).map((host, at) => ({ path: ["spec", "hosts", at], address: textOf(host) }));
  return isLookedUp ? hosts : endpoints;
}
