import { expect, it } from "vitest";
import { aMachine, findingsOf, leftAfterPatch } from "@/lib/testing/finding-cases";
import { aKubernetesService, anEntryPort, aServiceEntry } from "@/lib/testing/selection";
import { portLostToOwner } from "./port-lost-to-owner";

const old = aServiceEntry({ name: "old", createdAt: 1 });
const young = (own = {}) => aServiceEntry({ name: "young", createdAt: 2, selector: [["app", "b"]], ...own });
const entries = [aMachine("vm-1"), aMachine("vm-2", { specLabels: [["app", "b"]] })];
const web = { ports: [anEntryPort({ name: "web", target: 8080 })] };
const said = (hosts: Parameters<typeof findingsOf>[1]["hosts"]) =>
  findingsOf(portLostToOwner, { hosts: hosts ?? [], entries }).map(({ subject, detected: { evidence } }) => [
    subject,
    evidence.lost,
    evidence.wanted,
    evidence.owner,
  ]);

it.each([
  ["another name for the same number", [old, young(web)], [["ServiceEntry/shop/young", ["web"], ["http"], "ServiceEntry old"]]],
  [
    "a port that the owner does not have",
    [old, young({ ports: [anEntryPort(), anEntryPort({ name: "admin", number: 81 })] })],
    [["ServiceEntry/shop/young", ["admin"], [""], "ServiceEntry old"]],
  ],
  [
    "a Service that owns the host",
    [aKubernetesService({ name: "k", createdAt: 9 }), young({ ...web, hosts: ["k.shop.svc.cluster.local"] })],
    [["ServiceEntry/shop/young", ["web"], ["http"], "Service k"]],
  ],
  [
    "a headless Service that owns the host, of which callers are sent no list",
    [aKubernetesService({ name: "k", isHeadless: true }), young({ ...web, hosts: ["k.shop.svc.cluster.local"] })],
    [],
  ],
  ["the same ports", [old, young()], []],
  ["another host", [old, young({ ...web, hosts: ["b.example.com"] })], []],
  ["another namespace", [old, young({ ...web, namespace: "other" })], []],
  [
    "further ports of an object that is alike",
    [old, young({ selector: [["app", "a"]], ports: [anEntryPort(), anEntryPort({ name: "admin", number: 81 })] })],
    [],
  ],
])("of %s", (_what, hosts, expected) => expect(said(hosts)).toEqual(expected));

it("its patch silences it, and keeps the rest of the port", () => {
  const objects = { hosts: [old, young(web)], entries };
  const [found] = findingsOf(portLostToOwner, objects);
  expect(found?.detected.patch).toMatchObject({ name: "young", body: { spec: { ports: [{ name: "http", number: 80, protocol: "HTTP", targetPort: 8080 }] } } });
  expect(leftAfterPatch(portLostToOwner, objects)).toEqual([]);
});
