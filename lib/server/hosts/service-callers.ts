import { allowedCallers, type CallingNamespaces } from "@/lib/domain/selection/definitions";
import type { MeshService } from "@/lib/domain/selection/objects";
import { BARE_SIDECAR_CALLER, type SelectionWorld } from "@/lib/domain/selection/world";
import { callerServicesOf } from "./caller-services";

/** The namespaces whose calls to a host name an object gets. `except`: of "all", those where another object wins. */
export interface ServiceCallers {
  readonly audience: CallingNamespaces;
  readonly except: readonly string[];
}

/** The owner of a host name does not depend on its members. */
const NO_MEMBERS = () => ({ entries: [], pods: [] });

/** A namespace without an object of the host name: it stands for all of them. No namespace can be called so. */
const ANY_OTHER = "*";

/**
 * The callers of an object under a host name. Where it is exported to a namespace, another object of the host name can still win there: that of the namespace
 * itself, else a Service, else the oldest (docs/istio.md#owners).
 */
export function serviceCallers(origin: MeshService, host: string, rivals: readonly MeshService[], world: SelectionWorld): ServiceCallers {
  const audience = allowedCallers(origin, world.mesh);
  if (rivals.length === 0) return { audience, except: [] };
  const services = callerServicesOf(world);
  const gets = (namespace: string) => {
    const { outcome } = services.of(origin, host, { ...BARE_SIDECAR_CALLER, namespace }, NO_MEMBERS);
    return outcome === "defines" || outcome === "adds-endpoints";
  };
  if (audience !== "all") return { audience: audience.filter(gets), except: [] };
  const named = [...new Set([origin, ...rivals].map(({ namespace }) => namespace))].sort();
  return gets(ANY_OTHER) ? { audience, except: named.filter((one) => !gets(one)) } : { audience: named.filter(gets), except: [] };
}
