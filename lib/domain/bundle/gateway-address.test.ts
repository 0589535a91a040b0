import { describe, expect, it } from "vitest";
import { leadsThroughMeshGateway, parseGatewayAddress } from "./gateway-address";

describe("the address of a gateway", () => {
  it.each([
    ["", { kind: "none" }],
    [" 203.0.113.10 ", { kind: "ip", ip: "203.0.113.10" }],
    ["fd00::2", { kind: "ip", ip: "fd00::2" }],
    ["300.1.1.1", { field: "address", code: "no-address" }],
    ["gateway", { field: "address", code: "no-address" }],
    ["gw.example.net/x", { field: "address", code: "no-address" }],
  ])("parseGatewayAddress returns the right result for the text %j", (address, read) => {
    expect(parseGatewayAddress({ address, way: "resolved", resolved: "" })).toEqual(read);
  });

  it.each([
    ["resolved", "192.0.2.7", { kind: "resolved", name: "gw.example.net", ip: "192.0.2.7" }],
    ["resolved", "", { field: "resolved", code: "no-ip" }],
    ["resolved", "gw", { field: "resolved", code: "no-ip" }],
    ["custom-host", "", { kind: "name", name: "gw.example.net" }],
    ["own-resolver", "", { kind: "none" }],
  ] as const)("parseGatewayAddress returns the right result for a name with the use '%s' and the resolved address %j", (way, resolved, read) => {
    expect(parseGatewayAddress({ address: "gw.example.net", way, resolved })).toEqual(read);
  });
});

describe("leadsThroughMeshGateway", () => {
  it.each([
    ["is true for the gateway's address", "203.0.113.10", "resolved", "203.0.113.10", true],
    ["is true for the gateway's resolved name", "gw.example.net", "resolved", "gw.example.net", true],
    ["is true for the gateway's name in both connections", "gw.example.net", "custom-host", "gw.example.net", true],
    ["is false for another address", "198.51.100.1", "resolved", "203.0.113.10", false],
    ["is false for an address if the mesh has no gateway", "198.51.100.1", "resolved", "", false],
    ["is not known if the machine's resolver decides", "gw.example.net", "own-resolver", "gw.example.net", null],
    ["is not known without an address", "", "resolved", "", null],
  ] as const)("leadsThroughMeshGateway: %s", (_, address, way, read, expected) => {
    expect(leadsThroughMeshGateway({ address, way, resolved: "192.0.2.7" }, read)).toBe(expected);
  });
});
