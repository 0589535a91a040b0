import { describe, expect, it } from "vitest";
import { SERVICE_STATUSES } from "@/lib/domain/services/service-status";
import {
  compareEndpointLosses,
  endpointLossAge,
  type ServiceEndpointStatusRow,
  type ServiceWithoutEndpoint,
  serviceWithoutEndpoint,
} from "./services-without-endpoint";

const HOUR = 3_600_000;
const NOW = 100 * HOUR;
const ROW: ServiceEndpointStatusRow = {
  ...{ cluster: "prod-eu", namespace: "identity", name: "radius", kind: "ServiceEntry", host: "radius.identity.mesh.internal" },
  ...{ status: { kind: "nobody" }, since: NOW - HOUR, sinceAtLeast: false },
};

describe("the statement of a service without an endpoint", () => {
  it.each<[claim: string, row: Partial<ServiceEndpointStatusRow>, values: Partial<ServiceWithoutEndpoint>]>([
    [
      "has the object, the host name and the time of the loss",
      {},
      { service: "radius", object: "ServiceEntry", host: ROW.host, since: NOW - HOUR, sinceAtLeast: false },
    ],
    ["has no time while nothing is recorded", { since: null }, { since: null, sinceAtLeast: false }],
    ["has sinceAtLeast if the loss may be older", { sinceAtLeast: true }, { since: NOW - HOUR, sinceAtLeast: true }],
    ["has the cluster and the namespace of the service", { cluster: "us-1", kind: "Service" }, { cluster: "us-1", namespace: "identity", object: "Service" }],
  ])("the statement of a service without an endpoint: %s", (_claim, row, values) => {
    expect(serviceWithoutEndpoint({ ...ROW, ...row })).toMatchObject({ kind: "service-without-endpoint", ...values });
  });

  it.each(SERVICE_STATUSES.filter((kind) => kind !== "nobody"))(
    "the statement of a service without an endpoint is null for a service with the status '%s'",
    (kind) => {
      expect(serviceWithoutEndpoint({ ...ROW, status: { kind } })).toBeNull();
    },
  );
});

describe("the order of services without an endpoint", () => {
  it.each<[claim: string, first: Partial<ServiceEndpointStatusRow>, second: Partial<ServiceEndpointStatusRow>]>([
    ["a loss one hour ago before a loss two hours ago", { since: NOW - HOUR }, { since: NOW - 2 * HOUR }],
    ["a loss 24 hours ago before a loss without a known time", { since: NOW - 24 * HOUR }, { since: null }],
    ["a loss without a known time before an older loss", { since: null }, { since: NOW - 24 * HOUR - 1 }],
    ["an older loss before a much older one", { since: NOW - 25 * HOUR }, { since: NOW - 90 * HOUR }],
    ["losses at equal times by namespace", { namespace: "a" }, { namespace: "b" }],
    ["services with equal names by the kind of object", { kind: "Service" }, { kind: "ServiceEntry" }],
    ["several host names of one object by name", { host: "a.example" }, { host: "b.example" }],
  ])("the order of services without an endpoint has %s", (_claim, first, second) => {
    const [a, b] = [first, second].map((row) => serviceWithoutEndpoint({ ...ROW, ...row }));
    if (!a || !b) throw new Error("Both rows have no endpoint.");
    expect([b, a].sort((one, other) => compareEndpointLosses(one, other, NOW))).toEqual([a, b]);
    expect([a, b].sort((one, other) => compareEndpointLosses(one, other, NOW))).toEqual([a, b]);
  });

  it.each<[number | null, string]>([
    [NOW, "recent"],
    [NOW - 24 * HOUR, "recent"],
    [NOW - 24 * HOUR - 1, "older"],
    [null, "unknown"],
  ])("lossAge of a loss at %s is '%s'", (since, age) => {
    expect(endpointLossAge({ since }, NOW)).toBe(age);
  });
});
