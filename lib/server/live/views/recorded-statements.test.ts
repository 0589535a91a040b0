import { describe, expect, it } from "vitest";
import type { EndpointRow, ServiceDetail } from "@/lib/contract/views/service";
import { isCertainlySentOnAnyPort, isSendingToCallerUncertain } from "@/lib/domain/selection/caller-service";
import { leftOutWords } from "@/lib/format/host/left-out-words";
import { sentence } from "@/lib/format/text/sentence";
import { parseGatewayService } from "@/lib/server/kube/parse/gateway-service";
import { standInIdentity } from "@/lib/server/kube/parse/identity";
import { parseNamespace } from "@/lib/server/kube/parse/namespace";
import { recordedMeshConfig } from "@/lib/server/kube/parse/recorded-mesh-config.fixture";
import { nodeLocalityOf } from "@/lib/server/kube/parse/selection/node-locality";
import {
  type EndpointRecording,
  endpointRecordings,
  type RecordedCluster,
  type RecordedEndpoint,
  type RecordedView,
  sliceRecordings,
} from "@/lib/testing/endpoint-recordings";
import { HOSTS_CLUSTER } from "@/lib/testing/hosts";
import type { RawCaller, RawObject } from "@/lib/testing/selection-worlds";
import { type EndpointFleet, endpointFleet, entryServices, servicePage } from "./endpoint-fleet.fixture";

/** Gateway addresses with their ports, by network. Those of Services go before those of `meshNetworks`. */
type Gateways = ReadonlyMap<string, readonly string[]>;

interface Recorded {
  readonly objects: readonly RawObject[];
  readonly fleet: EndpointFleet;
  readonly gateways: Gateways;
}

function recorded({ objects: all }: EndpointRecording): Recorded {
  const objects = all as readonly RawObject[];
  const ofKind = (kind: string) => objects.filter((one) => one.kind === kind);
  const gateways = ofKind("Service")
    .map((one, at) => parseGatewayService(one, standInIdentity(one, at), HOSTS_CLUSTER).gateway)
    .filter(({ network }) => network !== "");
  const told = recordedMeshConfig(objects);
  const fleet = endpointFleet({
    ...{ objects, gateways, told },
    namespaces: new Map(ofKind("Namespace").map((one, at) => [one.metadata.name, parseNamespace(one, standInIdentity(one, at), HOSTS_CLUSTER)])),
    nodes: new Map(ofKind("Node").map((one) => [one.metadata.name, nodeLocalityOf(one)])),
  });
  const addressesIn = (network: string) =>
    gateways.filter((one) => one.network === network).flatMap(({ addresses, tlsPort }) => addresses.map((address) => `${address}:${tlsPort}`));
  const listed = (told.networks ?? []).map(({ name, gateways: all }) => [name, all.map(({ address, port }) => `${address}:${port}`)] as const);
  return { ...{ objects, fleet }, gateways: new Map([...listed, ...gateways.map(({ network }) => [network, addressesIn(network)] as const)]) };
}

const callerOf = ({ view: { namespace, network = "", locality = "" } }: RecordedView): RawCaller => ({ namespace, network, locality });
const isHealthy = ({ health }: RecordedEndpoint) => health !== "UNHEALTHY";
const addressOf = ({ address, port }: RecordedEndpoint) => `${address.replace("unix://", "")}:${port ?? 0}`;
const unique = (all: readonly string[]) => [...new Set(all)].sort();
const isAnswering = ({ answers }: EndpointRow) => answers === "yes" || answers === "doubt";
const isUdp = ({ protocol }: { readonly protocol: string }) => protocol.toUpperCase() === "UDP";

/** Services and ServiceEntries of the recorded world, without those of the cluster itself. */
const servicesOf = (objects: readonly RawObject[]) =>
  objects.filter(({ kind, metadata }) => (kind === "Service" && metadata.namespace !== "istio-system") || kind === "ServiceEntry");

interface Page {
  readonly detail: ServiceDetail;
  readonly rows: readonly EndpointRow[];
}

/** The pages of all objects with a host name, for one caller. */
function pagesByHost({ objects, fleet }: Recorded, caller: RawCaller): ReadonlyMap<string, readonly Page[]> {
  const pages = new Map<string, Page[]>();
  for (const object of servicesOf(objects)) {
    for (const host of servicePage(fleet, object, "", caller).detail.hosts)
      pages.set(host, [...(pages.get(host) ?? []), servicePage(fleet, object, host, caller)]);
  }
  return pages;
}

/** Each cell of a page that says that callers are sent an endpoint. */
function shownCells({ detail, rows }: Page) {
  return rows.filter(isAnswering).flatMap((row) =>
    detail.ports.flatMap((port, at) => {
      const cell = row.ports[at] ?? null;
      return cell === null || isUdp(port) ? [] : [{ number: port.number, row, address: `${row.address.replace("unix://", "")}:${cell}` }];
    }),
  );
}

/** The clusters of a host name without subsets, by port. */
function clustersOf({ clusters }: RecordedView, host: string): ReadonlyMap<number, RecordedCluster> {
  const own = Object.entries(clusters).flatMap(([name, cluster]) => {
    const [, port, subset, of] = name.split("|");
    return subset === "" && of === host ? [[Number(port), cluster] as const] : [];
  });
  return new Map(own);
}

/** Both outcomes are shown: each answer of istiod would be right. */
const isDependent = ({ answers, why, network }: EndpointRow) =>
  answers === "doubt" &&
  [{ code: "depends-on-gateways" } as const, { code: "depends-on-families", network } as const].some((reason) => why === sentence(leftOutWords(reason)));

/** The counts of a page, and its rows. */
function countsOf({ detail: { machines, pods, inline, addresses, names }, rows }: Page) {
  const rowsOf = (kind: EndpointRow["kind"]) => rows.filter((row) => row.kind === kind && isAnswering(row));
  const sure = (kind: EndpointRow["kind"]) => rowsOf(kind).filter((row) => !isDependent(row)).length;
  const all = (kind: EndpointRow["kind"]) => rowsOf(kind).length;
  return {
    counted: {
      machines: [(machines?.answering ?? 0) + (machines?.doubted ?? 0), (machines?.answering ?? 0) + (machines?.doubted ?? 0) - (machines?.depends ?? 0)],
      pods: [(pods?.ready ?? 0) + (pods?.depends ?? 0), pods?.ready ?? 0],
      inline: [inline.count + inline.depends, inline.count],
      addresses: (addresses?.ready ?? 0) + (addresses?.doubted ?? 0),
      names,
    },
    shown: {
      machines: [all("machine"), sure("machine")],
      pods: [all("pod"), sure("pod")],
      inline: [all("inline"), sure("inline")],
      addresses: all("address"),
      names: all("name"),
    },
  };
}

/** Cells without an endpoint of istiod, and endpoints of istiod without a cell. */
function contradictions(host: string, pages: readonly Page[], { view, gateways }: { readonly view: RecordedView; readonly gateways: Gateways }) {
  const clusters = clustersOf(view, host);
  const cells = pages.flatMap(shownCells);
  const isOf = ({ row, address }: (typeof cells)[number], sent: string) =>
    address === sent || (row.kind === "name" && sent.startsWith(`${host}:`)) || (gateways.get(row.network) ?? []).includes(sent);
  const sentOn = (number: number) => (clusters.get(number)?.endpoints ?? []).filter(isHealthy).map(addressOf);
  // With several objects, istiod can join the endpoints of one to other ports of the same name: cells show the own port only.
  const rows = pages.length > 1 ? pages.flatMap((page) => page.rows.filter(isAnswering)) : [];
  const isElsewhere = (sent: string) =>
    rows.some(({ address, network }) => address === sent.replace(/:\d+$/, "") || (gateways.get(network) ?? []).includes(sent));
  const unsent = cells.filter((cell) => !isDependent(cell.row) && !sentOn(cell.number).some((sent) => isOf(cell, sent)));
  // A draining address gets requests of its sessions only: its row has no port.
  const draining = pages.flatMap((page) => page.rows.flatMap(({ kind, answers, address }) => (kind === "address" && answers === "draining" ? [address] : [])));
  const isDraining = (sent: string) => draining.includes(sent.replace(/:\d+$/, ""));
  // istiod also sends the gateway of a network in which no Pod or address is ready.
  const unready = pages.flatMap((page) => page.rows.filter(({ kind, answers }) => (kind === "pod" || kind === "address") && answers !== "yes"));
  const isOfUnready = (sent: string) => unready.some(({ network }) => (gateways.get(network) ?? []).includes(sent));
  const unshown = [...clusters.keys()].flatMap((number) => {
    const there = cells.filter((cell) => cell.number === number);
    return sentOn(number)
      .filter((sent) => !there.some((cell) => isOf(cell, sent)) && !isElsewhere(sent) && !isDraining(sent) && !isOfUnready(sent))
      .map((sent) => `${number} ${sent}`);
  });
  return { cells: cells.length, unsent: unsent.map(({ number, row, address }) => `${number} ${row.kind} ${row.name} ${address}`), unshown };
}

/**
 * The places of the port whose order a page shows, by priority: on the page, and from istiod. istiod sorts localities by their text, and Envoy keeps the first of
 * equal addresses (eds.cc).
 */
function placesInOrder({ detail }: Page, view: RecordedView) {
  const number = Number(detail.seenFrom.port.split(" ")[0]);
  // Places without an endpoint that gets new requests have no step.
  const all = (clustersOf(view, detail.host).get(number)?.endpoints ?? []).filter(({ health }) => health !== "UNHEALTHY" && health !== "DRAINING");
  const sent = [...all].sort((one, other) => ((one.locality ?? "") < (other.locality ?? "") ? -1 : 1));
  const kept = sent.filter((one, at) => sent.findIndex((other) => addressOf(other) === addressOf(one)) === at);
  const placesAt = (priority: number) => unique(kept.filter((one) => (one.priority ?? 0) === priority).map(({ locality = "" }) => locality));
  return {
    shown: detail.seenFrom.steps.map((places) => places.map(({ locality }) => locality).sort()),
    sent: [...new Set(kept.map(({ priority = 0 }) => priority))].sort().map(placesAt),
  };
}

/** A page shows no order of an object that does not define the host name, nor if the API does not show what istiod sends. */
function showsOrder({ detail: { owner, seenFrom } }: Page): boolean {
  return owner === null && seenFrom.answer !== "unknown";
}

/** Each host name and port of an entry page whose caller istiod was asked about: the answer of its objects, and the answer of istiod. */
function entryPorts({ objects, fleet, gateways }: Recorded, views: readonly RecordedView[]) {
  const byCaller = new Map(views.map((view) => [JSON.stringify(callerOf(view)), view]));
  return objects
    .filter(({ kind }) => kind === "WorkloadEntry")
    .flatMap((entry) => {
      const { address = "", network = "" } = entry.spec as { readonly address?: string; readonly network?: string };
      const all = entryServices(fleet, entry).flatMap(({ host, caller: { namespace, network: from, locality }, ports, against }) => {
        const view = byCaller.get(JSON.stringify({ namespace, network: from, locality }));
        if (view === undefined || against.length > 0) return [];
        return ports.map(({ number, status, found, onOtherPort }) => {
          const sent = (clustersOf(view, host).get(number)?.endpoints ?? []).map(addressOf);
          const port = `${entry.metadata.name} ${host} ${number}`;
          const isDirect = sent.includes(`${address.replace("unix://", "")}:${found.port}`);
          const isBehind = (gateways.get(network) ?? []).some((one) => sent.includes(one));
          // A gateway in the list can stand for other machines of the network only.
          const shown = isCertainlySentOnAnyPort([status]) && onOtherPort === null;
          return { port, shown, depends: isSendingToCallerUncertain([status]), sent: isDirect || (isBehind && shown) };
        });
      });
      // Another object of the host name can send it on the port.
      const ofPort = (port: string) => all.filter((one) => one.port === port);
      return unique(all.map(({ port }) => port)).flatMap((port) => {
        const shown = ofPort(port).some((one) => one.shown);
        // Both outcomes are shown: each answer of istiod would be right.
        if (!shown && ofPort(port).some(({ depends }) => depends)) return [];
        return { port, shown, sent: ofPort(port).some(({ sent }) => sent) };
      });
    });
}

const compared = { cells: 0, orders: 0, entryPorts: 0 };

describe.each([...endpointRecordings(), ...sliceRecordings()])("recording $name: pages match what a real istiod sent", (recording) => {
  const world = recorded(recording);
  const { gateways } = world;

  it.each(recording.views.map((view) => [JSON.stringify(view.view), view] as const))("service pages for %s", (_place, view) => {
    const pages = pagesByHost(world, callerOf(view));
    expect(pages.size).toBeGreaterThan(0);
    for (const [host, own] of pages) {
      const { cells, unsent, unshown } = contradictions(host, own, { view, gateways });
      compared.cells += cells;
      expect([host, unsent, unshown]).toEqual([host, [], []]);
      for (const page of own) {
        const { counted, shown } = countsOf(page);
        expect([host, counted]).toEqual([host, shown]);
      }
      for (const page of own.filter(showsOrder)) {
        const { shown, sent } = placesInOrder(page, view);
        compared.orders += sent.length;
        expect([host, shown]).toEqual([host, sent]);
      }
    }
  });

  it("entry pages, for the default callers that istiod was asked about", () => {
    const all = entryPorts(world, recording.views);
    compared.entryPorts += all.length;
    expect(all.filter(({ shown, sent }) => shown !== sent)).toEqual([]);
  });
});

it("the recordings have endpoints to compare", () => {
  expect(compared.cells).toBeGreaterThan(100);
  expect(compared.orders).toBeGreaterThan(50);
  expect(compared.entryPorts).toBeGreaterThan(20);
});
