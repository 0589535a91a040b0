import fc from "fast-check";
import {
  anyAuthentication,
  anyEntry,
  anyNamespace,
  anyPod,
  anyRule,
  anyService,
  anyServiceEntry,
  anySidecar,
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

/** Where one asks from. */
export interface RawView {
  readonly namespace: string;
  readonly network: string;
  readonly locality: string;
}

export interface RawWorld {
  readonly objects: readonly RawObject[];
  readonly gateways: readonly { readonly network: string; readonly address: string }[];
  /** The network of Pods that name none. */
  readonly podNetwork: string;
  /** Of the only Node, as istiod writes it. */
  readonly nodeLocality: string;
  readonly views: readonly RawView[];
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

/** Worlds of every feature that decides who answers, small enough to be read when one fails. */
export const arbitraryRawWorld: fc.Arbitrary<RawWorld> = fc
  .record({
    entries: fc.array(anyEntry, { minLength: 2, maxLength: 10, size: "max" }),
    pods: fc.array(anyPod, { maxLength: 3, size: "max" }),
    serviceEntries: fc.array(anyServiceEntry, { minLength: 1, maxLength: 5, size: "max" }),
    services: fc.array(anyService, { maxLength: 2, size: "max" }),
    rules: fc.array(anyRule, { maxLength: 4, size: "max" }),
    authentications: fc.array(anyAuthentication, { maxLength: 2 }),
    sidecars: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.array(anySidecar, { maxLength: 2 }) }),
    gateways: fc.subarray([
      { network: "v1", address: "192.0.2.1" },
      { network: "v2", address: "192.0.2.21" },
      { network: "v2", address: "192.0.2.22" },
      { network: "v3", address: "2001:db8::3" },
    ]),
    podNetwork: fc.constantFrom("", "v1"),
    nodeLocality: fc.constantFrom("", "r1/z1/"),
    views: fc.array(fc.record({ namespace: anyNamespace, network: fc.constantFrom("", "v1", "v2"), locality: fc.constantFrom(...LOCALITIES) }), {
      minLength: 1,
      maxLength: 2,
    }),
    ages: fc.array(fc.nat(2), { minLength: 30, maxLength: 30 }),
  })
  .map(({ gateways, podNetwork, nodeLocality, views, ages, ...kinds }) => ({
    objects: named(Object.values(kinds).flat() as readonly Draft[], ages),
    gateways,
    podNetwork,
    nodeLocality,
    views,
  }));
