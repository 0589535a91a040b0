import { describe, expect, it } from "vitest";
import { gatewayOf } from "./gateway-address";

describe("the address of a gateway", () => {
  it.each([
    ["", { kind: "none" }],
    [" 203.0.113.10 ", { kind: "ip", ip: "203.0.113.10" }],
    ["fd00::2", { kind: "ip", ip: "fd00::2" }],
    ["300.1.1.1", { field: "address", code: "no-address" }],
    ["gateway", { field: "address", code: "no-address" }],
    ["gw.example.net/x", { field: "address", code: "no-address" }],
  ])("%j", (address, read) => {
    expect(gatewayOf({ address, way: "resolved", resolved: "" })).toEqual(read);
  });

  it.each([
    ["resolved", "192.0.2.7", { kind: "resolved", name: "gw.example.net", ip: "192.0.2.7" }],
    ["resolved", "", { field: "resolved", code: "no-ip" }],
    ["resolved", "gw", { field: "resolved", code: "no-ip" }],
    ["custom-host", "", { kind: "name", name: "gw.example.net" }],
    ["own-resolver", "", { kind: "none" }],
  ] as const)("a name, %s, looked up to %j", (way, resolved, read) => {
    expect(gatewayOf({ address: "gw.example.net", way, resolved })).toEqual(read);
  });
});
