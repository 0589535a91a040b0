import { describe, expect, it } from "vitest";
import { anEntryPort, aSelectablePod, aServicePort } from "@/lib/testing/selection";
import { portForService, portForServiceEntry, portForServicePod } from "./endpoint-port";

const machine = (ports: Readonly<Record<string, number>>, address = "10.0.0.1") => ({ address, ports: new Map(Object.entries(ports)) });

describe("the port of a machine for a port of a ServiceEntry (docs/istio.md#serviceentry-ports)", () => {
  it.each([
    ["a socket has none, whatever else is said", anEntryPort({ target: 8080 }), machine({ http: 81 }, "unix:///run/a"), { port: 0, rule: "socket" }],
    ["the machine's port of that name goes first", anEntryPort({ target: 8080 }), machine({ http: 81 }), { port: 81, rule: "port-name" }],
    ["then the target", anEntryPort({ target: 8080 }), machine({ web: 81 }), { port: 8080, rule: "target-number" }],
    ["then the number", anEntryPort(), machine({}), { port: 80, rule: "service-number" }],
    ["a port 0 is none", anEntryPort(), machine({ http: 0 }), { port: 80, rule: "service-number" }],
  ])("%s", (_fact, port, to, expected) => {
    expect(portForServiceEntry(port, to)).toEqual(expected);
  });
});

describe("the port of an entry for a port of a Service (docs/istio.md#service-ports)", () => {
  it.each([
    ["numeric target: the entry's port of the service port's name goes first", { target: 8000 }, { http: 81 }, { port: 81, rule: "port-name" }],
    ["numeric target: else the target", { target: 8000 }, { web: 81 }, { port: 8000, rule: "target-number" }],
    ["no target: the number", {}, {}, { port: 80, rule: "service-number" }],
    ["named target: the entry's port of that name", { target: "web" }, { web: 81, http: 82 }, { port: 81, rule: "target-name" }],
    ["named target that the entry lacks: left out for this port", { target: "web" }, { http: 82 }, { port: null, missing: "web" }],
    ["a port without a name looks nothing up", { name: "", target: 8000 }, { "": 81 }, { port: 8000, rule: "target-number" }],
  ])("%s", (_fact, own, ports, expected) => {
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
    ["a named target is the container's port of that name and protocol", { target: "web" }, { port: 82, rule: "target-name" }],
    ["one that no container has is none", { target: "grpc" }, { port: null, missing: "grpc" }],
    ["names of container ports do not count for a number", { name: "web", target: 8000 }, { port: 8000, rule: "target-number" }],
    ["no target is the number", {}, { port: 80, rule: "service-number" }],
  ])("%s", (_fact, own, expected) => {
    expect(portForServicePod(aServicePort(own), pod)).toEqual(expected);
  });
});
