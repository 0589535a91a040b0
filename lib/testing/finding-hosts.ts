import fc from "fast-check";
import type { LabelSet } from "@/lib/domain/object/label-set";
import { arbitraryOddAddress, arbitraryNamespace as namespace, seldom } from "./finding-values";
import { aKubernetesService, anEntryPort, aServiceEntry, aServicePort } from "./selection";

const selector = fc.constantFrom<LabelSet[]>(
  ...([
    [["app", "a"]],
    [["app", "a"]],
    [["app", "b"]],
    [["app", "alphabet"]],
    [
      ["app", "a"],
      ["v", "1"],
    ],
    [["topology.kubernetes.io/zone", "a"]],
    [["topology.istio.io/network", "vpc-2"]],
    [["team", "x"]],
    [],
  ] as LabelSet[]),
);
const exportTo = fc.constantFrom<(readonly string[])[]>([], [], [], ["."], ["*"], ["data"], ["web"]);
const distribution = seldom(fc.constantFrom("any" as const, "same-zone" as const, "same-node" as const), null, 4);
const session = fc.constantFrom<LabelSet[]>([], [], [], [["istio.io/persistent-session", "c"]]);

const target = fc.constantFrom<(number | string | null)[]>(null, 8080, "web", "web");
const servicePort = fc.record({
  name: fc.constantFrom("http", "web"),
  number: fc.constantFrom(80, 81),
  target,
  protocol: fc.constantFrom("TCP", "TCP", "TCP", "UDP"),
});
/** A Service, of all types and with the ports that rules look at. */
export const arbitraryService = fc
  .record({
    ...{ namespace, selector, exportTo, distribution, labels: session },
    misplacedKeys: seldom(fc.constant(["metadata.labels[networking.istio.io/exportTo]"]), [] as readonly string[]),
    name: fc.constantFrom("k", "l"),
    isHeadless: seldom(fc.constant(true), false),
    type: seldom(fc.constant("ExternalName"), "ClusterIP", 9),
    publishesUnready: fc.boolean(),
    clusterAddresses: fc.constantFrom<(readonly string[])[]>(["10.96.0.1"], ["10.96.0.2", "fd00:96::1"], []),
    ports: fc.uniqueArray(servicePort, { minLength: 1, maxLength: 2, selector: ({ number }) => number }),
  })
  .map(({ ports: chosen, ...own }) =>
    aKubernetesService({ ...own, externalName: own.type === "ClusterIP" ? "" : "x.test", ports: withNames(chosen).map((port) => aServicePort(port)) }),
  );

const entryPort = fc.record({
  name: fc.constantFrom("http", "web"),
  number: fc.constantFrom(80, 81),
  target: fc.constantFrom(null, null, 8080),
  protocol: seldom(fc.constant("TCP"), "HTTP", 3),
});
const inline = { address: "10.0.0.1", network: "", locality: "eu/a", serviceAccount: "", weight: null, ports: [], labels: [] };
/** Few of these at a time, so that two of one address differ in their network now and then. */
const oddInline = fc
  .record({ address: fc.oneof(arbitraryOddAddress, fc.constantFrom("10.96.0.1", "unix:///run/a", "")), network: fc.constantFrom("", "vpc-1", "vpc-2") })
  .map((own) => ({ ...inline, ...own }));
/** A ServiceEntry, by a selector, with endpoints of its own, or with neither. */
export const arbitraryServiceEntry = fc
  .record({
    ...{ namespace, exportTo, distribution },
    misplacedKeys: seldom(fc.constant(["metadata.annotations[networking.istio.io/exportTo]"]), [] as readonly string[]),
    labels: fc.oneof({ weight: 4, arbitrary: session }, { weight: 1, arbitrary: fc.constant<LabelSet>([["istio.io/rev", "canary"]]) }),
    name: fc.constantFrom("a", "b", "c"),
    hosts: fc.uniqueArray(fc.constantFrom("a.test", "b.test", "k.shop.svc.cluster.local"), { minLength: 1, maxLength: 2 }),
    chosen: seldom(
      selector.map((): LabelSet | null => null),
      [] as LabelSet | null,
      6,
    ).chain((one) => (one === null ? fc.constant(null) : selector)),
    addresses: seldom<readonly string[]>(fc.constant(["240.240.0.1"]), []),
    endpoints: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom([], [inline], [inline, { ...inline, address: "10.9.9.9" }]) },
      { weight: 1, arbitrary: fc.array(oddInline, { minLength: 1, maxLength: 3 }).map((odd) => [inline, ...odd]) },
    ),
    resolution: fc.constantFrom("STATIC" as const, "STATIC" as const, "STATIC" as const, "DNS" as const, "DNS_ROUND_ROBIN" as const, "NONE" as const),
    isExternal: seldom(fc.constant(true), false, 2),
    ports: fc.uniqueArray(entryPort, { minLength: 1, maxLength: 2, selector: ({ number }) => number }),
  })
  .map(({ chosen, endpoints, ports: all, ...own }) =>
    aServiceEntry({
      ...own,
      selector: chosen,
      endpoints: chosen === null ? endpoints.slice(0, mostEndpoints(own.resolution)) : [],
      ports: withNames(all).map((port) => anEntryPort(port)),
    }),
  );

/** The API server refuses more (docs/istio.md#serviceentry-fields). */
const mostEndpoints = (resolution: string) => (resolution === "NONE" ? 0 : resolution === "DNS_ROUND_ROBIN" ? 1 : 3);

/** Names of ports are their own within an object. */
function withNames<T extends { readonly name: string }>(all: readonly T[]): readonly T[] {
  const other = (name: string) => (name === "http" ? "web" : "http");
  return all.map((port, at) => (at > 0 && port.name === all[0]?.name ? { ...port, name: other(port.name) } : port));
}
