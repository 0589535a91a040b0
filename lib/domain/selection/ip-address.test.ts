import { describe, expect, it } from "vitest";
import { addressFamily, addressKind } from "./ip-address";

describe("the kind of an address (docs/istio.md#address-kinds)", () => {
  it.each([
    ["10.0.0.1", "ip"],
    ["2001:db8::1", "ip"],
    ["::", "ip"],
    ["::ffff:10.0.0.1", "ip"],
    ["fe80::1%eth0", "ip"],
    ["1:2:3:4:5:6:7:8", "ip"],
    ["unix:///run/app.sock", "socket"],
    ["", "none"],
    ["vm.example.org", "host-name"],
    ["10.0.0.256", "host-name"],
    ["10.0.0.01", "host-name"],
    ["10.0.0", "host-name"],
    ["1:2:3:4:5:6:7:8:9", "host-name"],
    ["1::2::3", "host-name"],
    ["1:2:3:4:5:6:7::8", "host-name"],
    ["fe80::1%", "host-name"],
    ["::10.0.0.1:1", "host-name"],
  ])("the kind of the address '%s' is '%s'", (address, kind) => {
    expect(addressKind(address)).toBe(kind);
  });

  it("addressFamily returns 4, 6 or null", () => {
    expect([addressFamily("10.0.0.1"), addressFamily("2001:db8::1"), addressFamily("vm")]).toEqual([4, 6, null]);
  });
});
