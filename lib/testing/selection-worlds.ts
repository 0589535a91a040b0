import fc from "fast-check";
import {
  anyAuthentication,
  anyEntry,
  anyLocalitySetting,
  anyNamespace,
  anyPod,
  anyRule,
  anyService,
  anyServiceEntry,
  anySidecar,
  anySlice,
  anyTwins,
  type Draft,
  LOCALITIES,
  POD,
} from "./selection-objects";

/** An object as a user writes it in YAML. */
export type RawObject = Readonly<Record<string, unknown>> & {
  readonly kind: string;
  readonly metadata: RawMetadata;
  readonly spec: Readonly<Record<string, unknown>>;
};
interface RawMetadata {
  readonly name: string;
  readonly namespace: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly creationTimestamp: string;
}

/** A caller. */
export interface RawCaller {
  readonly namespace: string;
  readonly network: string;
  readonly locality: string;
}

/** A network gateway. Without a source it belongs to a labelled Service of the cluster. */
export interface RawGateway {
  readonly network: string;
  readonly address: string;
  readonly source?: "meshNetworks";
  /** Default: 15443. */
  readonly port?: number;
}

export interface RawWorld {
  readonly objects: readonly RawObject[];
  readonly gateways: readonly RawGateway[];
  /** istiod sends Service gateways to DNS services only after a change of `meshNetworks`. The API does not show it. Default: it does not. */
  readonly sendsDnsToServiceGateways?: boolean;
  /** The network of Pods without a network label. */
  readonly podNetwork: string;
  /** The locality of every Node that `nodeLocalities` lacks, as istiod writes it. */
  readonly nodeLocality: string;
  readonly nodeLocalities?: Readonly<Record<string, string>>;
  readonly mesh?: RawMesh;
  readonly views: readonly RawCaller[];
}

/** Settings of the mesh configuration. */
interface RawMesh {
  /** `enableAutoMtls`. Default: true. */
  readonly autoMtls?: boolean;
  /** `localityLbSetting`. */
  readonly locality?: Readonly<Record<string, unknown>>;
}

const START = Date.parse("2026-01-01T00:00:00Z");

/** Names and ages; fields that are not set go, as in YAML. Of objects of one kind, namespace and name only the first stays. */
function named(drafts: readonly Draft[], ages: readonly number[]): readonly RawObject[] {
  const rivals = new Map<string, number>();
  const objects = drafts.map(({ kind, namespace: place, name, labels: own, annotations, spec, status, fields }, at) => {
    // Of two ServiceEntries for one host in one namespace and of one age it is not determined which defines it.
    const claim = JSON.stringify([kind, place, spec !== undefined && "hosts" in spec ? spec.hosts : ""]);
    const rival = rivals.get(claim) ?? 0;
    rivals.set(claim, rival + 1);
    const metadata = {
      name: name ?? `${kind.toLowerCase()}-${at}`,
      namespace: place,
      labels: own,
      annotations,
      creationTimestamp: new Date(START + ((ages[at] ?? 0) * 10 + rival) * 1_000).toISOString().replace(".000Z", "Z"),
    };
    return JSON.parse(JSON.stringify({ kind, metadata, spec, status, ...fields })) as RawObject;
  });
  return [...new Map(objects.map((one) => [JSON.stringify([one.kind, one.metadata.namespace, one.metadata.name]), one])).values()];
}

const gateways: fc.Arbitrary<readonly RawGateway[]> = fc.oneof(
  { weight: 1, arbitrary: fc.constant([]) },
  {
    weight: 2,
    arbitrary: fc.subarray([
      { network: "v1", address: "192.0.2.1" },
      { network: "v2", address: "192.0.2.21" },
      { network: "v2", address: "192.0.2.22" },
      { network: "v3", address: "2001:db8::3" },
    ]),
  },
);

interface RawSlice extends RawObject {
  readonly addressType: string;
  readonly endpoints: readonly { readonly addresses: readonly string[]; readonly targetRef?: { readonly kind: string; readonly name: string } }[];
}

const addressOf = (pod: RawObject | undefined) => (pod?.status as { readonly podIP?: string } | undefined)?.podIP;

/** A slice with the addresses and names of Pods, in its address family. */
function filled(slice: RawSlice, pods: readonly RawObject[]): RawSlice {
  const endpoints = slice.endpoints.map((endpoint, at) => {
    const pod = pods[(at + slice.metadata.name.length + Number(slice.metadata.name.at(-1))) % (pods.length || 1)];
    const written = endpoint.addresses.map((one) => (one === POD ? (addressOf(pod) ?? "10.2.1.1") : one));
    const addresses = written.map((one) => {
      if (slice.addressType === "IPv4") return one;
      const [, , third, last] = one.split(".");
      return slice.addressType === "IPv6" ? `2001:db8:${third}::${last}` : `a${last}.example.org`;
    });
    const { targetRef } = endpoint;
    if (targetRef === undefined) return { ...endpoint, addresses };
    const isPod = targetRef.name === POD && pod !== undefined;
    const { namespace, name } = isPod ? pod.metadata : { namespace: slice.metadata.namespace, name: "missing" };
    return { ...endpoint, addresses, targetRef: { ...targetRef, namespace, name } };
  });
  return { ...slice, endpoints };
}

const isIn = (labels: Readonly<Record<string, string>>, wanted: Readonly<Record<string, string>>) =>
  Object.entries(wanted).every(([key, value]) => labels[key] === value);

/** The addresses of Pods that Kubernetes lists for a Service name of a namespace. */
function listedPods(objects: readonly RawObject[], namespace: string, service: string | undefined): readonly string[] {
  const found = objects.find(({ kind, metadata }) => kind === "Service" && metadata.namespace === namespace && metadata.name === service);
  const wanted = (found?.spec.selector ?? {}) as Readonly<Record<string, string>>;
  if (Object.keys(wanted).length === 0) return [];
  const own = objects.filter(({ kind, metadata }) => kind === "Pod" && metadata.namespace === namespace && isIn(metadata.labels ?? {}, wanted));
  return own.map((pod) => addressOf(pod) ?? "");
}

/** Slices with the attributes of Pods. A Service has each address once: if two slices have it, chance decides in istiod. */
function slicesFilled(objects: readonly RawObject[]): readonly RawObject[] {
  const pods = objects.filter((one) => one.kind === "Pod");
  const taken = new Set<string>();
  return objects.map((object) => {
    if (object.kind !== "EndpointSlice") return object;
    const { namespace, labels = {} } = object.metadata;
    const service = labels["kubernetes.io/service-name"];
    const key = (address: string) => [namespace, service, address].join(" ");
    for (const address of listedPods(objects, namespace, service)) taken.add(key(address));
    const slice = filled(object as RawSlice, pods);
    const isNew = (address: string) => !taken.has(key(address)) && taken.add(key(address)).size > 0;
    const endpoints = slice.endpoints.map((one) => ({ ...one, addresses: one.addresses.filter(isNew) })).filter(({ addresses }) => addresses.length > 0);
    return { ...slice, endpoints };
  });
}

/** Services, and in a part of the worlds EndpointSlices, mostly in the namespace of a Service. */
const served = fc.oneof(
  { weight: 2, arbitrary: fc.record({ services: fc.array(anyService, { maxLength: 2, size: "max" }), slices: fc.constant([]) }) },
  {
    weight: 3,
    arbitrary: fc
      .record({
        services: fc.array(anyService, { minLength: 1, maxLength: 2, size: "max" }),
        slices: fc.array(fc.record({ slice: anySlice, isElsewhere: fc.constantFrom(true, false, false, false, false) }), {
          minLength: 1,
          maxLength: 3,
          size: "max",
        }),
      })
      .map(({ services, slices }) => ({
        services,
        slices: slices.map(({ slice, isElsewhere }, at) => ({
          ...slice,
          namespace: isElsewhere ? slice.namespace : (services[at % services.length]?.namespace ?? slice.namespace),
        })),
      })),
  },
);

/** Worlds of every feature that decides which endpoints a caller is sent, small enough to read when one fails. */
export const arbitraryWideWorld: fc.Arbitrary<RawWorld> = fc
  .record({
    entries: fc.array(anyEntry, { minLength: 4, maxLength: 12, size: "max" }),
    // Pods in the host network can have one address. Chance then decides which of them istiod stores.
    pods: fc.uniqueArray(anyPod, { maxLength: 5, size: "max", selector: ({ status }) => status.podIP }),
    serviceEntries: fc.array(anyServiceEntry, { minLength: 1, maxLength: 5, size: "max" }),
    twins: fc.oneof({ weight: 1, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: anyTwins }),
    served,
    rules: fc.array(anyRule, { maxLength: 4, size: "max" }),
    authentications: fc.array(anyAuthentication, { maxLength: 2 }),
    sidecars: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(anySidecar, { maxLength: 2 }) }),
    gateways,
    podNetwork: fc.constantFrom("", "v1"),
    nodeLocality: fc.constantFrom("", "r1/z1/"),
    views: fc.array(fc.record({ namespace: anyNamespace, network: fc.constantFrom("", "v1", "v2"), locality: fc.constantFrom(...LOCALITIES) }), {
      minLength: 1,
      maxLength: 2,
    }),
    ages: fc.array(fc.nat(2), { minLength: 40, maxLength: 40 }),
  })
  .map(({ gateways: all, podNetwork, nodeLocality, views, ages, served: { services, slices }, ...kinds }) => ({
    objects: slicesFilled(named([...Object.values(kinds), services, slices].flat() as readonly Draft[], ages)),
    gateways: all,
    podNetwork,
    nodeLocality,
    views,
  }));

/** The same worlds without several `addresses` and without sockets beside a gateway. */
export const arbitraryRawWorld: fc.Arbitrary<RawWorld> = arbitraryWideWorld.map((world) => {
  const text = JSON.stringify(world.objects.map((one) => (one.kind === "ServiceEntry" ? { ...one, spec: { ...one.spec, addresses: undefined } } : one)));
  const objects = world.gateways.length > 0 ? text.replace(/unix:\/\/\/run\/(\w)/g, "10.7.0.1") : text;
  return { ...world, objects: JSON.parse(objects) as readonly RawObject[] };
});

/** The wide worlds with settings of the mesh, and with gateways of `meshNetworks`: all gateways of a network have one source. */
export const arbitraryMeshWorld: fc.Arbitrary<RawWorld> = fc
  .record({
    world: arbitraryWideWorld,
    autoMtls: fc.constantFrom(undefined, undefined, false),
    locality: fc.option(anyLocalitySetting, { nil: undefined }),
    listed: fc.subarray(["v1", "v2", "v3"]),
    sendsDnsToServiceGateways: fc.boolean(),
  })
  .map(({ world, autoMtls, locality, listed, sendsDnsToServiceGateways }) => ({
    ...world,
    gateways: world.gateways.map((one) => (listed.includes(one.network) ? { ...one, source: "meshNetworks" as const } : one)),
    sendsDnsToServiceGateways,
    mesh: JSON.parse(JSON.stringify({ autoMtls, locality })) as RawMesh,
  }));
