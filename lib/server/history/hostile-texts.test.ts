import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Identity } from "@/lib/server/kube/parse/identity";
import { identityOf } from "@/lib/server/kube/parse/identity";
import { parseServiceEntryObject, parseServiceObject } from "@/lib/server/kube/parse/selecting";
import { parseWorkloadEntry } from "@/lib/server/kube/parse/workload-entry";
import { parseWorkloadGroup } from "@/lib/server/kube/parse/workload-group";
import { onEachEngine } from "@/lib/testing/engines";
import { aWorld, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT, rememberedFleet } from "@/lib/testing/server/remembered-fleet";
import type { OpenVersion } from "./open-versions";
import { openVersionReader } from "./read-open-versions";

const CLUSTER = "prod-eu";
const OF_EACH = 20;
const PATIENCE_MS = 120_000;

let serial = 0;
const units = (most: number) =>
  fc.array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff }), fc.constant(0)), { maxLength: most });
const anyText = (most: number) => units(most).map((codes) => String.fromCharCode(...codes));

const LONG = 4_094;
/** Random, so that no compression makes it short enough for an index. */
const incompressible = Array.from(randomBytes(2 * LONG).subarray(LONG), (byte, at) => String.fromCharCode(0x4e00 + byte * 64 + (at % 64))).join("");

/** What any string field of an object may hold: every UTF-16 unit alone, NUL, our own cut through a surrogate pair, more than an index takes. */
const hostile = fc.oneof(
  { weight: 3, arbitrary: anyText(12) },
  { weight: 3, arbitrary: fc.constantFrom("", "a\0b", "\0", "\uD83D", "\uDE00x", "shop\nmachines", "\u202Elive", "Zürich") },
  { weight: 1, arbitrary: fc.constantFrom(...["x".repeat(LONG), incompressible].map((long) => long + "😀".repeat(10))) },
);
const name = units(12).map((codes) => `${String.fromCharCode(...codes)}-${++serial}`);
const fields = <Key extends string>(...keys: Key[]) => fc.record(Object.fromEntries(keys.map((key) => [key, hostile])) as Record<Key, typeof hostile>);
const map = fc.dictionary(hostile, hostile, { maxKeys: 4 });
const ports = fc.dictionary(hostile, fc.integer({ min: 1, max: 65_535 }), { maxKeys: 3 });

const metadata = fc.record({
  name,
  namespace: name,
  uid: name,
  resourceVersion: fc.oneof(name, fc.constant("17")),
  labels: map,
  annotations: fields(
    "istio.io/autoRegistrationGroup",
    "istio.io/workloadController",
    "istio.io/connectedAt",
    "istio.io/disconnectedAt",
    "proxy.istio.io/health-checks-enabled",
    "stolos.dev/expected-size",
  ),
  ownerReferences: fc.array(fields("apiVersion", "kind", "name", "uid"), { maxLength: 2 }),
  managedFields: fc.array(fields("manager", "operation", "subresource", "time"), { maxLength: 2 }),
});
const workload = fc
  .tuple(fields("address", "network", "locality", "serviceAccount"), map, ports)
  .map(([texts, labels, of]) => ({ ...texts, labels, ports: of }));
const condition = fields("status", "message", "lastProbeTime", "lastTransitionTime").map((texts) => ({ ...texts, type: "Healthy" }));
const entry = fc.record({ metadata, spec: workload, status: fc.record({ conditions: fc.array(condition, { maxLength: 1 }) }) });
const probe = fc.record({ httpGet: fields("path", "scheme", "host"), exec: fc.record({ command: fc.array(hostile, { maxLength: 2 }) }) });
const group = fc.record({ metadata, spec: fc.record({ template: workload, metadata: fc.record({ labels: map, annotations: map }), probe }) });
const port = fields("name", "protocol", "targetPort").map((texts) => ({ ...texts, number: 80 }));
const service = fc.record({ metadata, spec: fc.record({ selector: map, type: hostile, externalName: hostile, ports: fc.array(port, { maxLength: 2 }) }) });
const serviceEntry = fc.record({
  metadata,
  spec: fc.record({
    hosts: fc.array(hostile, { maxLength: 2 }),
    location: hostile,
    resolution: hostile,
    exportTo: fc.array(hostile, { maxLength: 2 }),
    workloadSelector: fc.record({ labels: map }),
  }),
});
const many = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { minLength: OF_EACH, maxLength: OF_EACH });

/** Objects as they come from the wire, parsed; each is another one. */
function parsed<T extends { readonly uid: string; readonly namespace: string; readonly name: string }>(
  raws: readonly object[],
  parse: (raw: unknown, identity: Identity, cluster: string) => T,
): T[] {
  const values = raws.map((raw) => {
    const object: unknown = JSON.parse(JSON.stringify(raw));
    const identity = identityOf(object);
    if ("missing" in identity) throw new Error(identity.missing);
    return parse(object, identity, CLUSTER);
  });
  const known = new Set<string>();
  return values.filter(({ uid, namespace, name: called }) => {
    const isNew = ![uid, `${namespace}\n${called}`].some((one) => known.has(one));
    known.add(uid).add(`${namespace}\n${called}`);
    return isNew;
  });
}

const byUid = <T extends { readonly uid: string }>(values: readonly T[]) => [...values].sort((a, b) => (a.uid < b.uid ? -1 : 1));

onEachEngine("objects that hold any text in any field", (own) => {
  it(
    "are in the record as they were parsed",
    () =>
      fc.assert(
        fc.asyncProperty(many(entry), many(group), many(service), many(serviceEntry), async (entries, groups, services, serviceEntries) => {
          const [machines, templates] = [parsed(entries, parseWorkloadEntry), parsed(groups, parseWorkloadGroup)];
          const selecting = [...parsed(services, parseServiceObject), ...parsed(serviceEntries, parseServiceEntryObject)];
          const played = await rememberedFleet(new ManualClock(NOW), aWorld(), await own());
          try {
            await played.live(machines, templates);
            played.select(...selecting);
            await played.wait(60_000);
            const { fleet } = await played.history.fleetAt(NOW + 1_000, ALL_IN_SIGHT);
            const there = Array.from(fleet.entries(), (entry) => fleet.entry(entry));
            const read = machines.map(({ uid }) => there.find((entry) => entry.uid === uid));
            expect(read).toEqual(machines);
            // Of a group the past has what seldom changes.
            expect(byUid(templates)).toMatchObject(byUid(fleet.groups().flatMap(({ object }) => object ?? [])));
            const reader = openVersionReader(played.database.read, true);
            const open: OpenVersion[] = [];
            for (const kind of ["service", "serviceentry"] as const) for await (const rows of reader.openVersions(CLUSTER, kind, "*")) open.push(...rows);
            const held = open.map(({ subject, body, moving }) => ({ ...subject, ...JSON.parse(body), ...JSON.parse(moving) }));
            expect(byUid(held)).toMatchObject(byUid(selecting).map(({ kind: _, ...rest }) => rest));
          } finally {
            await played.database.close();
          }
        }),
        { numRuns: 3, endOnFailure: true },
      ),
    PATIENCE_MS,
  );
});
