import type { MoreServicesWithFewerEndpoints, ServiceWithFewerEndpoints } from "@/lib/domain/statements/group-services";
import { listAndMore } from "./text/lists";
import { formatNumber, oneOrMany, plural } from "./text/numbers";
import { verb } from "./text/tense";

/** "nobody answers for a.example", "a.example keeps 3 machines and 2 pods", "1 more host keeps fewer than it takes". */
export function affectedServiceText(statement: ServiceWithFewerEndpoints | MoreServicesWithFewerEndpoints, past: boolean): string {
  if (statement.kind === "more-affected-services") return moreText(statement.count, past);
  const { service, moreNames, result } = statement;
  const name = listAndMore([service], moreNames, { noun: ["host", "hosts"] });
  const answers = past ? "answered" : "answers";
  if (result === "no-machine")
    return `no machine ${answers} for ${name}, and its ${statement.pods === null ? "pods" : "EndpointSlices"} are not visible to you`;
  if (result === "no-endpoint") return `nobody ${answers} for ${name}`;
  return `${name} ${verb(moreNames + 1, "keep", { past }, "kept")} ${keptPhrase(statement)}`;
}

function moreText(count: number, past: boolean): string {
  return `${plural(count, "more host")} ${past ? "kept fewer than were taken" : oneOrMany(count, "keeps fewer than it takes", "keep fewer than they take")}`;
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
