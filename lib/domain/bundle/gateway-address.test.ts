import { describe, expect, it } from "vitest";
import { isThroughGateway, parseGatewayAddress } from "./gateway-address";

describe("the address of a gateway", () => {
  it.each([
    ["", { kind: "none" }],
    [" 203.0.113.10 ", { kind: "ip", ip: "203.0.113.10" }],
    ["fd00::2", { kind: "ip", ip: "fd00::2" }],
    ["300.1.1.1", { field: "address", code: "no-address" }],
    ["gateway", { field: "address", code: "no-address" }],
    ["gw.example.net/x", { field: "address", code: "no-address" }],
  ])("%j", (address, read) => {
    expect(parseGatewayAddress({ address, way: "resolved", resolved: "" })).toEqual(read);
  });

  it.each([
    ["resolved", "192.0.2.7", { kind: "resolved", name: "gw.example.net", ip: "192.0.2.7" }],
    ["resolved", "", { field: "resolved", code: "no-ip" }],
    ["resolved", "gw", { field: "resolved", code: "no-ip" }],
    ["custom-host", "", { kind: "name", name: "gw.example.net" }],
    ["own-resolver", "", { kind: "none" }],
  ] as const)("a name, %s, looked up to %j", (way, resolved, read) => {
    expect(parseGatewayAddress({ address: "gw.example.net", way, resolved })).toEqual(read);
  });
});

describe("whether files lead through the mesh's gateway", () => {
  it.each([
    ["its address", "203.0.113.10", "resolved", "203.0.113.10", true],
    ["its name, looked up", "gw.example.net", "resolved", "gw.example.net", true],
    ["its name, for both connections", "gw.example.net", "custom-host", "gw.example.net", true],
    ["an address of one's own", "198.51.100.1", "resolved", "203.0.113.10", false],
    ["an address of one's own, where none was read", "198.51.100.1", "resolved", "", false],
    ["a resolver of one's own: not known", "gw.example.net", "own-resolver", "gw.example.net", null],
    ["no way at all: not known", "", "resolved", "", null],
  ] as const)("%s", (_, address, way, read, expected) => {
    expect(isThroughGateway({ address, way, resolved: "192.0.2.7" }, read)).toBe(expected);
  });
});
