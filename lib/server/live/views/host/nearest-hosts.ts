import type { ServiceQuery } from "@/lib/contract/url/service-query";
import type { ServiceHead } from "@/lib/contract/views/service";
import { nearestWord } from "@/lib/domain/object/nearest-word";
import { isInScope, type Scope } from "@/lib/domain/source/scope";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";

type Named = ServiceHead["nearest"][number];

/** Objects in sight that are named alike where one is not found: of its name elsewhere, of the other kind, or spelled nearly so. */
export function nearestHosts(fleet: FleetReader, { cluster, kind, namespace, name }: ServiceQuery, scope: Scope): Named[] {
  const seen = [...namesOf(fleet, cluster, scope, "services", "Service"), ...namesOf(fleet, cluster, scope, "serviceentries", "ServiceEntry")];
  const sameName = seen.filter((one) => one.name === name && !(one.kind === kind && one.namespace === namespace));
  if (sameName.length > 0) return sameName.slice(0, MOST);
  const here = seen.filter((one) => one.namespace === namespace);
  const alike = nearestWord(name, [...new Set(here.map((one) => one.name))]);
  return here.filter((one) => one.name === alike).slice(0, MOST);
}

const MOST = 3;

function namesOf({ tables }: FleetReader, cluster: string, scope: Scope, source: "services" | "serviceentries", kind: Named["kind"]): Named[] {
  return [...tables[source].values()]
    .filter((object) => object.cluster === cluster && isInScope(scope, cluster, source, object.namespace))
    .map(({ namespace, name }) => ({ kind, namespace, name }));
}
