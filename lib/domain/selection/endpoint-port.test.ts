import { describe, expect, it } from "vitest";
import { anEntryPort, aSelectablePod, aServicePort } from "@/lib/testing/selection";
import { portForService, portForServiceEntry, portForServicePod } from "./endpoint-port";

const machine = (ports: Readonly<Record<string, number>>, address = "10.0.0.1") => ({ address, ports: new Map(Object.entries(ports)) });

describe("the port of a machine for a port of a ServiceEntry (docs/istio.md#serviceentry-ports)", () => {
  it.each([
    ["a socket has no port, with any target or port name", anEntryPort({ target: 8080 }), machine({ http: 81 }, "unix:///run/a"), { port: 0, rule: "socket" }],
    ["the machine's port of the same name comes first", anEntryPort({ target: 8080 }), machine({ http: 81 }), { port: 81, rule: "port-name" }],
    ["the target comes second", anEntryPort({ target: 8080 }), machine({ web: 81 }), { port: 8080, rule: "target-number" }],
    ["the port's own number comes last", anEntryPort(), machine({}), { port: 80, rule: "service-number" }],
    ["a machine's port 0 does not count", anEntryPort(), machine({ http: 0 }), { port: 80, rule: "service-number" }],
  ])("the port of a machine for a port of a ServiceEntry: %s", (_fact, port, to, expected) => {
    expect(portForServiceEntry(port, to)).toEqual(expected);
  });
});

describe("the port of an entry for a port of a Service (docs/istio.md#service-ports)", () => {
  it.each([
    ["for a numeric target, the entry's port with the service port's name comes first", { target: 8000 }, { http: 81 }, { port: 81, rule: "port-name" }],
    ["for a numeric target, the target comes second", { target: 8000 }, { web: 81 }, { port: 8000, rule: "target-number" }],
    ["without a target, the port's own number is used", {}, {}, { port: 80, rule: "service-number" }],
    ["for a named target, the entry's port of that name is used", { target: "web" }, { web: 81, http: 82 }, { port: 81, rule: "target-name" }],
    ["for a named target that the entry lacks, there is no port", { target: "web" }, { http: 82 }, { port: null, missing: "web" }],
    ["a port without a name is not searched by name", { name: "", target: 8000 }, { "": 81 }, { port: 8000, rule: "target-number" }],
  ])("the port of an entry for a port of a Service: %s", (_fact, own, ports, expected) => {
    const port = aServicePort(own);
    expect(portForService(port, machine(ports))).toEqual(expected);
  });
});

describe("the port of a Pod for a port of a Service", () => {
  const pod = aSelectablePod({
    ports: [
      { name: "web", port: 81, protocol: "UDP" },
      { name: "web", port: 82, protocol: "TCP" },
    ],
  });
  it.each([
    ["a named target finds the container port with that name and protocol", { target: "web" }, { port: 82, rule: "target-name" }],
    ["a named target that no container has gives no port", { target: "grpc" }, { port: null, missing: "grpc" }],
    ["a numeric target ignores the names of container ports", { name: "web", target: 8000 }, { port: 8000, rule: "target-number" }],
    ["without a target, the port's own number is used", {}, { port: 80, rule: "service-number" }],
  ])("the port of a Pod for a port of a Service: %s", (_fact, own, expected) => {
    expect(portForServicePod(aServicePort(own), pod)).toEqual(expected);
  });
});
