import { expect, it } from "vitest";
import { misplacedKeyOfGroup } from "@/lib/domain/findings/groups/misplaced-key-of-group";
import { misplacedKeyOfService } from "@/lib/domain/findings/services/misplaced-key-of-service";
import { aGroup, anEntry } from "@/lib/testing/entries";
import { detected } from "@/lib/testing/rule-cases";
import { aKubernetesService, aServiceEntry } from "@/lib/testing/selection";
import { misplacedKey } from "./misplaced-key";

const TLS_MODE = "metadata.annotations[security.istio.io/tlsMode]";
const GATE = "metadata.labels[proxy.istio.io/health-checks-enabled]";

it("finds the keys of an entry with the place of each", () => {
  const entry = anEntry({ misplacedKeys: `${TLS_MODE} ${GATE}` });
  expect(detected(misplacedKey, { entries: [entry] })).toEqual([
    {
      objects: [{ kind: "WorkloadEntry", namespace: "shop", name: entry.name }],
      evidence: { written: [TLS_MODE, GATE], read: ["metadata.labels", "metadata.annotations"] },
    },
  ]);
});

it("leaves a key to the finding of the group that gives it to its entries", () => {
  const entry = anEntry({ misplacedKeys: `${TLS_MODE} ${GATE}` });
  const groups = [aGroup({ misplacedKeys: ["spec.metadata.annotations[security.istio.io/tlsMode]"] })];
  expect(detected(misplacedKey, { entries: [entry], groups })).toMatchObject([{ evidence: { written: [GATE], read: ["metadata.annotations"] } }]);
});

it("finds the keys of a group, its own and those of its entries", () => {
  const group = aGroup({ misplacedKeys: ["metadata.annotations[istio.io/rev]", "spec.metadata.annotations[istio-locality]"] });
  expect(detected(misplacedKeyOfGroup, { groups: [group] })).toEqual([
    {
      objects: [{ kind: "WorkloadGroup", namespace: "shop", name: "checkout" }],
      evidence: { written: group.misplacedKeys, read: ["metadata.labels", "spec.metadata.labels"] },
    },
  ]);
});

it.each([
  [aKubernetesService({ misplacedKeys: ["metadata.labels[networking.istio.io/exportTo]"] }), "metadata.annotations"],
  [aServiceEntry({ misplacedKeys: ["metadata.annotations[networking.istio.io/exportTo]"] }), "spec.exportTo"],
])("finds the key of %o", (host, read) => {
  expect(detected(misplacedKeyOfService, { hosts: [host] })).toEqual([
    { objects: [{ kind: host.kind, namespace: "shop", name: "a" }], evidence: { written: host.misplacedKeys, read: [read] } },
  ]);
});

it("accepts objects without such keys", () => {
  const objects = { entries: [anEntry()], groups: [aGroup()], hosts: [aServiceEntry()] };
  expect([misplacedKey, misplacedKeyOfGroup, misplacedKeyOfService].map((rule) => detected(rule as typeof misplacedKey, objects))).toEqual([[], [], []]);
});
