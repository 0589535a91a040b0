import { parseLocality } from "@/lib/domain/localities/locality";
import type { CallerEndpointList } from "@/lib/domain/selection/destinations";
import type { Caller } from "@/lib/domain/selection/world";
import type { RecordedCluster, RecordedView } from "./endpoint-recordings";

/** The observers of the recordings have an IPv4 address, no labels, and run on no Node. */
export function callerOf({ namespace, network = "", locality = "" }: RecordedView["view"]): Caller {
  return { namespace, network, locality, labels: new Map(), node: "", families: [4] };
}

const LABEL_PREFIX = "envoy.transport_socket_match/tlsMode";

/** What a recording says of a destination, in one order. */
export function toldByRecording({ discovery, endpoints, localities, sans }: RecordedCluster) {
  const rows = endpoints.map((one) =>
    [
      one.address.replace("unix://", ""),
      one.port ?? 0,
      one.health,
      one.weight ?? 0,
      one.locality ?? "",
      one.priority ?? 0,
      one.metadata?.[LABEL_PREFIX] ?? "",
    ].join(" "),
  );
  const groups = localities?.map((one) => [one.locality, one.priority, one.weight, one.endpoints].join(" ")).sort();
  return { discovery, endpoints: rows.sort(), ...(groups && { groups }), ...(sans && { sans: [...sans].sort() }) };
}

/** What the product says of the same. */
export function toldByUs({ discovery, groups, identities }: CallerEndpointList, recorded: RecordedCluster) {
  const rows = groups.flatMap(({ locality, priority, endpoints }) =>
    endpoints.flatMap((one) =>
      Array<string>(one.copies).fill([one.address, one.port, one.health, one.weight, placeOf(locality), priority, one.mark].join(" ")),
    ),
  );
  const ours = groups.map(({ locality, priority, weight, endpoints }) =>
    [placeOf(locality), priority, endpoints.length === 0 && weight === 0 ? 0 : weight, endpoints.reduce((sum, { copies }) => sum + copies, 0)].join(" "),
  );
  return { discovery, endpoints: rows.sort(), ...(recorded.localities && { groups: ours.sort() }), ...(recorded.sans && { sans: identities }) };
}

/** As the recorder writes a locality down: its parts to the last that is set. */
function placeOf(text: string): string {
  const { region, zone, subzone } = parseLocality(text);
  return `${region}${zone || subzone ? `/${zone}` : ""}${subzone ? `/${subzone}` : ""}`;
}
