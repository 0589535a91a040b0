import type { HostDetail } from "@/lib/contract/host";
import { type CallerPlace, commonPlace, fullLocality } from "@/lib/domain/selection/caller-place";
import type { HostEndpoint } from "@/lib/domain/selection/host-endpoint";
import { type PortReach, type Reach, reachOf } from "@/lib/domain/selection/reach";
import { A_CALLER, type SelectionWorld } from "@/lib/domain/selection/world";
import { AMBIENT_NOTE } from "@/lib/format/host/not-seen-words";
import { reachWords } from "@/lib/format/host/reach-words";
import type { HostObject } from "@/lib/server/hosts/host-reader";

type SeenFrom = HostDetail["seenFrom"];

/** Who asks: as the address says, a zone alone being the locality that has it; else from where most endpoints are near, in the host's namespace. */
export function callerOf(asked: CallerPlace | null, host: HostObject, endpoints: readonly HostEndpoint[]): CallerPlace {
  const places = endpoints.map(({ machine }) => machine);
  if (asked === null) return { namespace: host.selector.namespace, ...commonPlace(places) };
  return { ...asked, locality: fullLocality(asked.locality, [...new Set(places.map(({ locality }) => locality))]) };
}

/** All that a caller there has of the host. */
export function reachFrom(place: CallerPlace, hostName: string, world: SelectionWorld): Reach {
  return reachOf(hostName, { ...A_CALLER, ...place }, world);
}

/** The port whose order is told: the first that has one. */
export function toldPort({ ports }: Reach): PortReach | null {
  return ports.find(({ steps }) => steps.length > 0) ?? ports[0] ?? null;
}

/** What the page says of a caller. */
export function seenFrom(
  { place, isChosen, hostName, host }: { readonly place: CallerPlace; readonly isChosen: boolean; readonly hostName: string; readonly host: HostObject },
  reach: Reach,
  mode: "sidecar" | "ambient",
): SeenFrom {
  const told = { namespace: place.namespace, locality: place.locality, network: place.network, isChosen };
  if (mode === "ambient") {
    const sentence = `Whether a caller in ${place.namespace} reaches ${hostName}, ztunnel decides.`;
    return { ...told, answer: "unknown", sentence, steps: [], because: [AMBIENT_NOTE], port: "" };
  }
  const port = toldPort(reach);
  const { kind, namespace, name } = host.selector;
  const words = reachWords({ kind, namespace, name, host: hostName }, place, reach, port);
  const isOurs = reach.namespace === namespace;
  return {
    ...told,
    ...words,
    because: [...words.because],
    steps: isOurs && port !== null ? port.steps.map(({ places }) => places.map(wirePlace)) : [],
    port: port === null ? "" : [String(port.port), port.name].filter((part) => part !== "").join(" "),
  };
}

function wirePlace(place: PortReach["steps"][number]["places"][number]): SeenFrom["steps"][number][number] {
  const { locality, of, gateways, behindGateways, share } = place;
  return { locality, of: { ...of }, gateways: [...gateways], behindGateways: { ...behindGateways }, share };
}
