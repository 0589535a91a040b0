import type { ServiceQuery } from "@/lib/contract/url/service-query";
import type { ServiceDetail } from "@/lib/contract/views/service";
import { type CallerWithSources, callerOfOpenPage, chosenCaller, expandZoneToLocality, toEngineCaller } from "@/lib/domain/selection/default-caller";
import { ambientReasonsAgainst, type ServiceEndpoint } from "@/lib/domain/selection/host-endpoint";
import { addressFamily } from "@/lib/domain/selection/ip-address";
import { needsSlices, outsideMeshEndpoints, type PodAndSliceVisibility } from "@/lib/domain/selection/outside-reach";
import { type PortReach, type ServiceReach, serviceReachOf } from "@/lib/domain/selection/reach";
import { areAllStateReasons } from "@/lib/domain/selection/reasons";
import type { CallerKind, SelectionWorld } from "@/lib/domain/selection/world";
import type { Scope } from "@/lib/domain/source/scope";
import { familySentence, outsideWords, partTexts } from "@/lib/format/host/caller-words";
import { AMBIENT_NOTE, droppedByZtunnel, hiddenGateway } from "@/lib/format/host/not-seen-words";
import { isOrderUnknown, NO_UPSTREAM, reachWords } from "@/lib/format/host/reach-words";
import type { FleetReader } from "@/lib/server/fleet/fleet-reader";
import { defaultCallerFor } from "@/lib/server/hosts/default-callers";
import type { HostObject } from "@/lib/server/hosts/host-reader";
import type { SeenMesh } from "@/lib/server/networks/mesh-networks";

type SeenFrom = ServiceDetail["seenFrom"];

/** The two callers of a page. `shown` is the caller in "Seen from". `ofRows` is a sidecar that may call the service: for rows, subsets and policies. */
export interface PageCallers {
  readonly shown: CallerWithSources;
  readonly ofRows: CallerWithSources;
}

/** The caller of the address, else the one that the page already shows, else the default caller. */
export function resolvePageCallers(
  query: ServiceQuery,
  hostName: string,
  { fleet, scope }: { readonly fleet: FleetReader; readonly scope: Scope },
): PageCallers {
  const { cluster, from, caller: kind, pinned } = query;
  const object = { kind: query.kind, namespace: query.namespace, name: query.name };
  const defaultOf = (of: CallerKind) => defaultCallerFor(fleet, scope, cluster, { namespace: object.namespace, hostName, object }, of);
  const shown = from !== null ? chosenCaller(from, kind) : pinned === null ? defaultOf(kind) : callerOfOpenPage(defaultOf(kind), pinned);
  if (from === null && kind === "sidecar") return { shown, ofRows: shown };
  return { shown, ofRows: { ...shown, kind: "sidecar", namespace: defaultOf("sidecar").namespace } };
}

/** The same caller, where the user named a zone alone: in the locality of an endpoint or a Node that has it. */
export function locatedCaller(caller: CallerWithSources, endpoints: readonly ServiceEndpoint[], nodes: Iterable<string>): CallerWithSources {
  const { locality } = caller;
  if (locality.source.code !== "chosen" || locality.value.includes("/")) return caller;
  const known = new Set([...endpoints.map(({ machine }) => machine.locality), ...nodes]);
  return { ...caller, locality: { ...locality, value: expandZoneToLocality(locality.value, [...known]) } };
}

/** All that a caller has of a service. For a Pod outside the mesh: what a sidecar in its place has. It shows addresses of visible gateways only. */
export function reachFrom(
  caller: CallerWithSources,
  hostName: string,
  { world, gateways }: { readonly world: SelectionWorld; readonly gateways: SeenMesh["gateways"] },
): ServiceReach {
  const reach = serviceReachOf(hostName, toEngineCaller(caller.kind === "outside" ? { ...caller, kind: "sidecar" } : caller), world);
  return withSeenGateways(reach, new Set(gateways.flatMap(({ address, port, tunnelPort }) => [`${address}:${port}`, `${address}:${tunnelPort}`])));
}

function withSeenGateways(reach: ServiceReach, seen: ReadonlySet<string>): ServiceReach {
  const hidden = new Map<string, string>();
  const shown = (gateway: string) => {
    if (seen.has(gateway)) return gateway;
    const name = hidden.get(gateway) ?? hiddenGateway(hidden.size + 1);
    hidden.set(gateway, name);
    return name;
  };
  const placesOf = (places: PortReach["steps"][number]["places"]) => places.map((place) => ({ ...place, gateways: place.gateways.map(shown) }));
  const ports = reach.ports.map((port) => ({
    ...port,
    steps: port.steps.map((step) => ({ ...step, places: placesOf(step.places) })),
    otherwise: port.otherwise.map(placesOf),
  }));
  return { ...reach, ports };
}

/** The port whose order is told: the first that has one. */
export function toldPort({ ports }: ServiceReach): PortReach | null {
  return ports.find(({ steps }) => steps.length > 0) ?? ports[0] ?? null;
}

interface Asked {
  readonly caller: CallerWithSources;
  readonly query: Pick<ServiceQuery, "from" | "mode">;
  readonly hostName: string;
  readonly host: HostObject;
  readonly world: SelectionWorld;
  readonly sees: PodAndSliceVisibility;
  /** True if the Nodes of Pods are not visible. */
  readonly hasPlacelessPods: boolean;
  /** True if istiod serves ambient callers, too. */
  readonly isForSidecars: boolean;
}

/** The answer for a caller, with the basis of each part of it. */
export function seenFrom({ caller, query, hostName, host, world, sees, hasPlacelessPods, isForSidecars }: Asked, reach: ServiceReach): SeenFrom {
  const shown = { ...wireCaller(caller), isChosen: query.from === null };
  const { namespace, network, locality } = shown;
  if (caller.kind === "outside") {
    const words = outsideWords(outsideMeshEndpoints(host.selector, world, sees), { namespace, hostName });
    return { ...shown, ...words, because: [...words.because], steps: [], port: "" };
  }
  if (query.mode === "ambient") {
    if (isWithoutUpstream(host, reach)) {
      const sentence = `A caller in ${namespace} gets no endpoint of ${hostName}.`;
      return { ...shown, answer: "no", sentence, steps: [], because: [NO_UPSTREAM, AMBIENT_NOTE], port: "" };
    }
    const sentence = `Whether a caller in ${namespace} reaches ${hostName}, ztunnel decides.`;
    const dropped = droppedByZtunnel(unreachableInAmbient(host, world));
    return { ...shown, answer: "unknown", sentence, steps: [], because: [...(dropped === "" ? [] : [dropped]), AMBIENT_NOTE], port: "" };
  }
  const port = toldPort(reach);
  const { kind, name } = host.selector;
  const object = {
    kind,
    namespace: host.selector.namespace,
    name,
    host: hostName,
    hasUnreadSlices: needsSlices(host.selector) && !sees.slices,
    hasPlacelessPods,
    isForSidecars,
  };
  const words = reachWords(object, { namespace, locality, network, kind: caller.kind }, reach, port);
  const isOurs = reach.namespace === host.selector.namespace;
  return {
    ...shown,
    ...words,
    because: [...words.because, ...familySentences(caller, port)],
    steps: isOurs && port !== null && port.otherwise.length === 0 && !isOrderUnknown(object, port) ? port.steps.map(({ places }) => places.map(wirePlace)) : [],
    port: port === null ? "" : [String(port.port), port.name].filter((part) => part !== "").join(" "),
  };
}

/** The machines of an object that have neither an address nor a gateway of their network. */
function unreachableInAmbient({ selector }: HostObject, { entries, mesh }: SelectionWorld): number {
  const networks = new Set(mesh.gateways.map(({ network }) => network));
  const unreachable = entries.filter(({ address, network }) => address === "" && !networks.has(network));
  return unreachable.filter((entry) => areAllStateReasons(ambientReasonsAgainst(selector, entry, mesh))).length;
}

/** Is the object alone in its host name, with resolution NONE? */
function isWithoutUpstream({ selector }: HostObject, { ownership }: ServiceReach): boolean {
  return selector.kind === "ServiceEntry" && selector.resolution === "NONE" && ownership.claims.length === 1;
}

/** The machines whose address has a family that the caller lacks: istiod sends them all the same (docs/istio.md#ip-families). */
function familySentences({ families }: CallerWithSources, port: PortReach | null): readonly string[] {
  if (families === null || port === null) return [];
  const addresses = new Set(
    port.destination.groups.flatMap(({ endpoints }) => endpoints.flatMap(({ stands, address }) => (stands.for === "machine" ? address : []))),
  );
  return ([4, 6] as const).flatMap((family) => {
    const count = [...addresses].filter((address) => addressFamily(address) === family).length;
    return families.includes(family) || count === 0 ? [] : [familySentence(family, count)];
  });
}

function wireCaller(caller: CallerWithSources): Pick<SeenFrom, "kind" | "namespace" | "locality" | "network" | "node" | "parts"> {
  const texts = partTexts(caller);
  const { kind, namespace, locality, network, node } = caller;
  const parts = (["namespace", "locality", "network"] as const).map((part) => {
    const { basis, source } = caller[part];
    return { part, basis, isRead: source.code !== "not-visible", because: texts[part] };
  });
  return { kind, namespace: namespace.value, locality: locality.value, network: network.value, node: node.value, parts };
}

function wirePlace(place: PortReach["steps"][number]["places"][number]): SeenFrom["steps"][number][number] {
  const { locality, of, gateways, behindGateways, share } = place;
  return { locality, of: { ...of }, gateways: [...gateways], behindGateways: { ...behindGateways }, share };
}
