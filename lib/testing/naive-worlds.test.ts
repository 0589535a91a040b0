import fc from "fast-check";
import { expect, it } from "vitest";
import { isRead, objectHosts } from "./naive-owners";
import { selects } from "./naive-reasons";
import { naiveClusters, naiveDestinations } from "./naive-selection";
import { naiveEntry, naiveNetworks, naiveService, naiveTls } from "./naive-statements";
import { arbitraryMeshWorld, type RawWorld } from "./selection-worlds";

const WORLDS = 100;
const SAMPLE = 300;
const SEED = 7;

const machines = ({ objects }: RawWorld) => objects.filter(({ kind }) => kind === "WorkloadEntry");
const services = ({ objects }: RawWorld) => objects.filter(isRead);

function everyWorld(claim: (world: RawWorld) => void): void {
  fc.assert(fc.property(arbitraryMeshWorld, claim), { numRuns: WORLDS, seed: SEED });
}

it("sends each selected port of a machine or names the reason", () => {
  everyWorld((world) => {
    for (const view of world.views) {
      for (const entry of machines(world)) {
        const { sent, left } = naiveEntry(world, view, entry);
        for (const object of services(world).filter((one) => selects(one, entry))) {
          const key = `${object.kind} ${object.metadata.namespace}/${object.metadata.name}`;
          for (const port of naiveService(world, view, object).ownPorts) {
            const reasons = left.filter((one) => one.object === key && (one.port === null || one.port === port.number));
            const isSent = sent.some((one) => one.objects.includes(key) && port.arrivesAt.includes(one.port));
            expect([key, port.number, isSent || reasons.length > 0]).toEqual([key, port.number, true]);
          }
        }
      }
    }
  });
});

it("counts exactly the endpoints of the cluster of each port", () => {
  everyWorld((world) => {
    const destinations = world.views.map((view) => naiveDestinations(world, view));
    world.views.forEach((view, at) => {
      for (const object of services(world)) {
        for (const host of objectHosts(object)) {
          for (const { number, all, isSent } of naiveService(world, view, object, host).ports) {
            const lines = destinations[at]?.get(`${number}||${host}`);
            expect([host, number, isSent, all.sent]).toEqual([host, number, lines !== undefined, lines?.length ?? 0]);
          }
        }
      }
    });
  });
});

it("reaches each machine by the way between its network and the caller's", () => {
  everyWorld((world) => {
    const pairs = naiveNetworks(world);
    for (const view of world.views) {
      for (const { host, port, subset, held, discovery } of services(world)
        .flatMap(objectHosts)
        .flatMap((one) => naiveClusters(world, view, one))) {
        for (const one of held.filter(({ source, port: number }) => source.kind === "machine" && number !== 0)) {
          const resolution = discovery === "DNS" ? "DNS" : "STATIC";
          const pair = pairs.find(({ from, to, resolution: other }) => from === view.network && to === one.network && other === resolution);
          const path = one.address === "" ? pair?.withoutAddress : pair?.marked;
          const way = one.mark === "istio" || path?.way !== "gateway" ? path?.way : "no-gateway-mark";
          const tls = naiveTls(world, view, { host, port: port.number, subset, machine: one.source.key });
          expect(tls.filter(({ endpointPort }) => endpointPort === one.port).map((answer) => answer.way)).toEqual([way]);
        }
      }
    }
  });
});

const FEATURES: Readonly<Record<string, (world: RawWorld, text: string) => boolean>> = {
  "several addresses": (_, text) => /"addresses":\["[^\]]*,/.test(text),
  "no gateway": ({ gateways }) => gateways.length === 0,
  "gateways of meshNetworks": ({ gateways }) => gateways.some(({ source }) => source === "meshNetworks"),
  "machines without address": (world) => machines(world).some(({ spec }) => spec.address === undefined),
  "inline endpoints without address": (_, text) => /"endpoints":\[[^\]]*\{"network"/.test(text),
  sockets: (_, text) => text.includes("unix://"),
  "neither selector nor endpoints": (world) =>
    services(world).some(({ kind, spec }) => kind === "ServiceEntry" && spec.workloadSelector === undefined && spec.endpoints === undefined),
  "a selector without labels": (_, text) => text.includes('"workloadSelector":{}'),
  "external services": (_, text) => text.includes("MESH_EXTERNAL"),
  "rules of each TLS mode": (_, text) => /"mode":"(DISABLE|SIMPLE|ISTIO_MUTUAL)"/.test(text),
  "no automatic mTLS": ({ mesh }) => mesh?.autoMtls === false,
  "distribute in the mesh": ({ mesh }) => mesh?.locality?.distribute !== undefined,
  "EndpointSlices beside Pods and machines": (world) => {
    const sent = world.views.flatMap((view) => services(world).flatMap((one) => naiveService(world, view, one).ports));
    return sent.some(({ own }) => own.addresses.length > 0 && own.pods.length + own.direct.length > 0);
  },
  "EndpointSlices without a selector": ({ objects }) =>
    objects.some(
      ({ kind, metadata }) =>
        kind === "EndpointSlice" &&
        objects.some((one) => one.kind === "Service" && one.metadata.namespace === metadata.namespace && one.spec.selector === undefined),
    ),
  "two objects in one namespace": (world) => {
    const claims = services(world).flatMap((one) => objectHosts(one).map((host) => `${one.metadata.namespace} ${host}`));
    return new Set(claims).size < claims.length;
  },
};

it.each(Object.keys(FEATURES))("generates worlds with %s", (name) => {
  const worlds = fc.sample(arbitraryMeshWorld, { numRuns: SAMPLE, seed: SEED });
  const found = worlds.filter((world) => FEATURES[name]?.(world, JSON.stringify(world.objects)));
  expect(found.length).toBeGreaterThan(SAMPLE / 20);
});
