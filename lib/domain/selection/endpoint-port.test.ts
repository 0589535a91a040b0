import { describe, expect, it } from "vitest";
import { anEntryPort, aSelectablePod, aServicePort } from "@/lib/testing/selection";
import { portForService, portForServiceEntry, portForServicePod } from "./endpoint-port";

const machine = (ports: Readonly<Record<string, number>>, address = "10.0.0.1") => ({ address, ports: new Map(Object.entries(ports)) });

describe("the port of a machine for a port of a ServiceEntry (docs/istio.md#serviceentry-ports)", () => {
  it.each([
    ["is 0 for a socket, with any targetPort or port name", anEntryPort({ target: 8080 }), machine({ http: 81 }, "unix:///run/a"), { port: 0, rule: "socket" }],
    ["is the machine's port of the same name first", anEntryPort({ target: 8080 }), machine({ http: 81 }), { port: 81, rule: "port-name" }],
    ["is the targetPort second", anEntryPort({ target: 8080 }), machine({ web: 81 }), { port: 8080, rule: "target-number" }],
    ["is the ServiceEntry port's own number last", anEntryPort(), machine({}), { port: 80, rule: "service-number" }],
    ["is never the machine's port 0", anEntryPort(), machine({ http: 0 }), { port: 80, rule: "service-number" }],
  ])("the port of a machine for a port of a ServiceEntry: %s", (_fact, port, to, expected) => {
    expect(portForServiceEntry(port, to)).toEqual(expected);
  });
});

describe("the port of an entry for a port of a Service (docs/istio.md#service-ports)", () => {
  it.each([
    ["is, for a numeric targetPort, the entry's port with the service port's name first", { target: 8000 }, { http: 81 }, { port: 81, rule: "port-name" }],
    ["is, for a numeric targetPort, the targetPort second", { target: 8000 }, { web: 81 }, { port: 8000, rule: "target-number" }],
    ["is, without a targetPort, the service port's own number", {}, {}, { port: 80, rule: "service-number" }],
    ["is, for a named targetPort, the entry's port of that name", { target: "web" }, { web: 81, http: 82 }, { port: 81, rule: "target-name" }],
    ["is missing for a named targetPort that the entry does not have", { target: "web" }, { http: 82 }, { port: null, missing: "web" }],
    ["is not searched by name if the service port has no name", { name: "", target: 8000 }, { "": 81 }, { port: 8000, rule: "target-number" }],
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
    ["is, for a named targetPort, the container port with that name and protocol", { target: "web" }, { port: 82, rule: "target-name" }],
    ["is missing for a named targetPort that no container has", { target: "grpc" }, { port: null, missing: "grpc" }],
    ["is a numeric targetPort, whatever the container ports are called", { name: "web", target: 8000 }, { port: 8000, rule: "target-number" }],
    ["is, without a targetPort, the service port's own number", {}, { port: 80, rule: "service-number" }],
  ])("the port of a Pod for a port of a Service: %s", (_fact, own, expected) => {
    expect(portForServicePod(aServicePort(own), pod)).toEqual(expected);
  });
});
