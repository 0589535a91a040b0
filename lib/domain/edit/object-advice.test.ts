import { expect, it } from "vitest";
import type { EditableKind } from "@/lib/domain/preview/kind-shapes";
import { addressesInObject, objectAdvice } from "./object-advice";

const found = (kind: EditableKind, document: unknown) => objectAdvice(kind, document).map(({ level, code, path }) => `${level} ${code} ${path.join(".")}`);

it.each([
  ["127.0.0.1", ["refuses address-fault spec.address"]],
  ["::ffff:169.254.169.254", ["refuses address-fault spec.address"]],
  ["0.0.0.0", ["refuses address-fault spec.address"]],
  ["fe80::1%eth0", ["warns address-elsewhere spec.address"]],
  ["172.17.0.1", ["warns address-elsewhere spec.address"]],
  ["[::1]", []],
  ["10.0.0.7", []],
])("objectAdvice returns the right advice on the address '%s' of an entry", (address, advice) => {
  expect(found("WorkloadEntry", { spec: { address } })).toEqual(advice);
});

it("objectAdvice returns advice on the addresses of a ServiceEntry's endpoints, but not on that of a group's template, which machines replace", () => {
  expect(found("ServiceEntry", { spec: { endpoints: [{ address: "10.0.0.7" }, { address: "127.0.0.1" }] } })).toEqual([
    "refuses address-fault spec.endpoints.1.address",
  ]);
  expect(found("WorkloadGroup", { spec: { template: { address: "127.0.0.1" } } })).toEqual([]);
});

it("objectAdvice reports that Istio reads the weight 0 as 1, at each path of a weight", () => {
  expect(found("WorkloadEntry", { spec: { weight: 0 } })).toEqual(["informs weight-zero spec.weight"]);
  expect(found("WorkloadGroup", { spec: { template: { weight: 0 } } })).toEqual(["informs weight-zero spec.template.weight"]);
  expect(found("ServiceEntry", { spec: { endpoints: [{ weight: 1 }, { weight: 0 }] } })).toEqual(["informs weight-zero spec.endpoints.1.weight"]);
});

it.each([
  ["us-east-1a", ["informs locality-region-only spec.locality"]],
  ["us.us-a", ["warns locality-dots spec.locality"]],
  ["us//rack", ["warns locality-gap spec.locality"]],
  ["/us-a", ["warns locality-gap spec.locality"]],
  ["us/us-a/s/rack", ["warns locality-dropped spec.locality"]],
  ["us/us-a", []],
  ["us/us.a", []],
])("objectAdvice returns the right advice on the locality '%s' of an entry", (locality, advice) => {
  expect(found("WorkloadEntry", { spec: { locality } })).toEqual(advice);
});

it("objectAdvice splits locality labels at dots, and leaves slashes to the schema", () => {
  const labels = (value: string) => ({ metadata: { labels: { "topology.istio.io/locality": value } } });
  expect(found("WorkloadEntry", labels("us.us-a"))).toEqual([]);
  expect(found("WorkloadEntry", labels("us/us-a"))).toEqual([]);
  expect(found("WorkloadGroup", { spec: labels("us..rack") })).toEqual(["warns locality-gap spec.metadata.labels.topology.istio.io/locality"]);
});

it("objectAdvice reports the path of a key that Istio does not read there", () => {
  const entry = { metadata: { annotations: { "security.istio.io/tlsMode": "istio" } }, spec: { labels: { "proxy.istio.io/health-checks-enabled": "true" } } };
  expect(found("WorkloadEntry", entry)).toEqual([
    "warns misplaced-key metadata.annotations.security.istio.io/tlsMode",
    "warns misplaced-key spec.labels.proxy.istio.io/health-checks-enabled",
  ]);
  const group = { metadata: { annotations: { "istio.io/rev": "a" } }, spec: { metadata: { annotations: { "istio-locality": "eu" } } } };
  expect(found("WorkloadGroup", group)).toEqual([
    "warns misplaced-key metadata.annotations.istio.io/rev",
    "warns misplaced-key spec.metadata.annotations.istio-locality",
  ]);
  const service = { metadata: { labels: { "networking.istio.io/exportTo": "a" } } };
  expect(found("Service", service)).toEqual(["warns misplaced-key metadata.labels.networking.istio.io/exportTo"]);
});

it("addressesInObject returns the addresses of an entry or ServiceEntry, without that of a group's template", () => {
  expect(addressesInObject("ServiceEntry", { spec: { endpoints: [{ address: "10.96.0.1" }] } })).toEqual([
    { path: ["spec", "endpoints", 0, "address"], address: "10.96.0.1" },
  ]);
  expect(addressesInObject("WorkloadGroup", { spec: { template: { address: "10.96.0.1" } } })).toEqual([]);
});
