import { expect, it } from "vitest";
import { objectAdvice } from "@/lib/domain/edit/object-advice";
import { groupAdvice } from "@/lib/domain/new-group/group-advice";
import { validateDocument } from "@/lib/domain/preview/document-findings";
import { findingWords } from "@/lib/format/finding-words";
import { adviceWords } from "./advice-words";

const entryAdvice = (spec: object, metadata: object = {}) => objectAdvice("WorkloadEntry", { metadata, spec }).map(adviceWords);

it.each<[object, string]>([
  [{ address: "127.0.0.1" }, "127.0.0.1 is a loopback address: each caller calls itself. Write the machine's own address."],
  [{ address: "fd00:ec2::254" }, "fd00:ec2::254 is the metadata service of a cloud. Write the machine's own address."],
  [{ address: "172.17.0.1" }, "172.17.0.1 is Docker's bridge: a caller on a host with Docker reaches that host. Write the machine's own address."],
  [{ address: "fe80::1" }, "fe80::1 is link-local: a caller reaches only its own link. Write the machine's own address."],
  [{ weight: 0 }, "Istio reads 0 as 1. A weight cannot stop the traffic."],
  [{ locality: "us-a" }, "Istio reads us-a as a region without a zone. If it is a zone, write REGION/us-a."],
  [{ locality: "us.us-a" }, "Istio reads us.us-a as one region: dots split in labels only. Write us/us-a, if these are several parts."],
  [{ locality: "us//rack" }, "Istio reads this as a place without a zone. Write all parts from the region on."],
  [{ locality: "/us-a" }, "Istio reads this as a place without a region. Write all parts from the region on."],
  [{ locality: "us/us-a/s/rack" }, "Istio drops rack: a locality has three parts. Write region/zone/subzone."],
  [{ labels: { "istio-locality": "us-a" } }, "Istio reads us-a as a region without a zone. If it is a zone, write REGION.us-a."],
])("advises on %j", (spec, text) => {
  expect(entryAdvice({ address: "10.0.0.7", ...spec })).toEqual([text]);
});

it("names the right place of a key", () => {
  expect(entryAdvice({ address: "10.0.0.7" }, { annotations: { "security.istio.io/tlsMode": "istio" } })).toEqual([
    "Istio does not read security.istio.io/tlsMode here. Write it in metadata.labels.",
  ]);
});

it("gives the dots for the slashes of a locality in a label", () => {
  const labels = { "topology.istio.io/locality": "us/us-a" };
  const entry = { apiVersion: "networking.istio.io/v1", kind: "WorkloadEntry", metadata: { name: "vm", labels }, spec: { address: "10.0.0.7" } };
  expect(validateDocument("WorkloadEntry", entry, "shop").map(findingWords).join()).toContain("Write us.us-a: Istio reads the dots as slashes.");
  const group = { metadata: { name: "vms" }, spec: { metadata: { labels }, template: { serviceAccount: "vm" } } };
  expect(groupAdvice(group, "shop").map(adviceWords)).toEqual([
    '"us/us-a": a label value cannot have a slash. Write us.us-a: Istio reads the dots as slashes. With this value, every machine would be refused.',
  ]);
});

it.each([
  ["[fd00::7]", "Write fd00::7."],
  ["010.0.0.7", "Write 10.0.0.7."],
])("gives the address that %s means", (address, text) => {
  const entry = { apiVersion: "networking.istio.io/v1", kind: "WorkloadEntry", metadata: { name: "vm" }, spec: { address } };
  expect(validateDocument("WorkloadEntry", entry, "shop").map(findingWords).join()).toContain(text);
});
