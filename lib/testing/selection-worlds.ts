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
  anyTwins,
  type Draft,
  LOCALITIES,
} from "./selection-objects";

/** An object as a user writes it in YAML. */
export type RawObject = Readonly<Record<string, unknown>> & {
  readonly kind: string;
  readonly metadata: RawMetadata;
  readonly spec: Readonly<Record<string, unknown>>;
};
export interface RawMetadata {
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
export interface RawMesh {
  /** `enableAutoMtls`. Default: true. */
  readonly autoMtls?: boolean;
  /** `localityLbSetting`. */
  readonly locality?: Readonly<Record<string, unknown>>;
}

const START = Date.parse("2026-01-01T00:00:00Z");

/** Names and ages; fields that are not set go, as in YAML. Of objects of one kind, namespace and name only the first stays. */
function named(drafts: readonly Draft[], ages: readonly number[]): readonly RawObject[] {
  const rivals = new Map<string, number>();
  const objects = drafts.map(({ kind, namespace: place, name, labels: own, annotations, spec, status }, at) => {
    // Of two ServiceEntries for one host in one namespace and of one age it is not determined which defines it.
    const claim = JSON.stringify([kind, place, "hosts" in spec ? spec.hosts : ""]);
    const rival = rivals.get(claim) ?? 0;
    rivals.set(claim, rival + 1);
    const metadata = {
      name: name ?? `${kind.toLowerCase()}-${at}`,
      namespace: place,
      labels: own,
      annotations,
      creationTimestamp: new Date(START + ((ages[at] ?? 0) * 10 + rival) * 1_000).toISOString().replace(".000Z", "Z"),
    };
    return JSON.parse(JSON.stringify({ kind, metadata, spec, status })) as RawObject;
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

/** Worlds of every feature that decides which endpoints a caller is sent, small enough to read when one fails. */
export const arbitraryWideWorld: fc.Arbitrary<RawWorld> = fc
  .record({
    entries: fc.array(anyEntry, { minLength: 4, maxLength: 12, size: "max" }),
    pods: fc.array(anyPod, { maxLength: 5, size: "max" }),
    serviceEntries: fc.array(anyServiceEntry, { minLength: 1, maxLength: 5, size: "max" }),
    twins: fc.oneof({ weight: 1, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: anyTwins }),
    services: fc.array(anyService, { maxLength: 2, size: "max" }),
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
  .map(({ gateways: all, podNetwork, nodeLocality, views, ages, ...kinds }) => ({
    objects: named(Object.values(kinds).flat() as readonly Draft[], ages),
    gateways: all,
    podNetwork,
    nodeLocality,
    views,
  }));

/** The same worlds without several `addresses` and without sockets beside a gateway. */
export const arbitraryRawWorld: fc.Arbitrary<RawWorld> = arbitraryWideWorld.map((world) => {
  const text = JSON.stringify(world.objects).replace(/"addresses":\[[^\]]*\],?/g, "");
  const objects = world.gateways.length > 0 ? text.replace(/unix:\/\/\/run\/(\w)/g, "10.7.0.1") : text;
  return { ...world, objects: JSON.parse(objects.replace(/,\}/g, "}")) as readonly RawObject[] };
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
