import type { MoreServicesWithFewerEndpoints, ServiceWithFewerEndpoints } from "@/lib/domain/statements/group-services";
import { listAndMore } from "./text/lists";
import { formatNumber, plural } from "./text/numbers";
import { be, have, verb } from "./text/tense";

/** Returns the effect on a service: "a.example has no endpoint", "a.example keeps 3 machines and 2 pods", "1 more service is degraded". */
export function affectedServiceText(statement: ServiceWithFewerEndpoints | MoreServicesWithFewerEndpoints, past: boolean): string {
  if (statement.kind === "more-affected-services") return moreText(statement.count, past);
  const { service, moreNames, result } = statement;
  const name = listAndMore([service], moreNames, { noun: ["host", "hosts"] });
  const has = have(moreNames + 1, { past });
  if (result === "no-machine")
    return `${name} ${has} no healthy machine, and its ${statement.pods === null ? "pods" : "EndpointSlices"} are not visible to you`;
  if (result === "no-endpoint") return `${name} ${has} no endpoint`;
  return `${name} ${verb(moreNames + 1, "keep", { past }, "kept")} ${keptPhrase(statement)}`;
}

function moreText(count: number, past: boolean): string {
  return `${plural(count, "more service")} ${be(count, { past })} degraded`;
}

function keptPhrase({ machines, unverified, pods, inline, addresses }: ServiceWithFewerEndpoints): string {
  const doubt = unverified > 0 ? `, ${formatNumber(unverified)} unverified` : "";
  const others = [
    ...(pods !== null && pods > 0 ? [plural(pods, "pod")] : []),
    ...(addresses !== null && addresses > 0 ? [plural(addresses, "address", "addresses")] : []),
    ...(inline > 0 ? [plural(inline, "inline endpoint")] : []),
  ];
  const unseen = pods === null ? " (pods not visible)" : "";
  return `${[`${plural(machines, "machine")}${doubt}`, ...others].join(" and ")}${unseen}`;
}
