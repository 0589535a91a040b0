import { describe, expect, it } from "vitest";
import { clientAddress } from "./client-address";
import { peerList } from "./peer-list";

const NOBODY = peerList([]);
const PROXIES = peerList(["10.0.0.0/16", "fd00:1::/64"]);

describe("the address that a request comes from", () => {
  it.each([
    ["no proxy is trusted, whatever is said", "10.0.0.7", "192.0.2.1", NOBODY, "10.0.0.7"],
    ["somebody who is no proxy says that he is one", "192.0.2.9", "192.0.2.1", PROXIES, "192.0.2.9"],
    ["a trusted proxy says nothing", "10.0.0.7", undefined, PROXIES, "10.0.0.7"],
    ["a trusted proxy says who asks it", "10.0.0.7", "192.0.2.1", PROXIES, "192.0.2.1"],
    ["a socket has the proxy's address within IPv6", "::ffff:10.0.0.7", "192.0.2.1", PROXIES, "192.0.2.1"],
    ["a client forged what stands before", "10.0.0.7", "203.0.113.66, 192.0.2.1", PROXIES, "192.0.2.1"],
    ["a client forged a trusted proxy before it", "10.0.0.7", "203.0.113.66, 10.0.0.9, 192.0.2.1", PROXIES, "192.0.2.1"],
    ["two trusted proxies stand one behind the other", "10.0.0.7", "203.0.113.66, 192.0.2.1, 10.0.9.9", PROXIES, "192.0.2.1"],
    ["everybody is a trusted proxy", "10.0.0.7", "10.0.0.8,10.0.0.9", PROXIES, "10.0.0.8"],
    ["the client comes by IPv6", "fd00:1::7", "2001:DB8::1", PROXIES, "2001:db8::1"],
    ["a port is appended", "10.0.0.7", "192.0.2.1:4711", PROXIES, "192.0.2.1"],
    ["a port is appended to IPv6", "10.0.0.7", "[2001:db8::1]:4711", PROXIES, "2001:db8::1"],
    ["the zone of an address is of its own making", "10.0.0.7", "fe80::1%a\u00e9b", PROXIES, "fe80::1"],
    ["what is said is no address", "10.0.0.7", "192.0.2.1, unknown", PROXIES, "10.0.0.7"],
    ["what is said is empty", "10.0.0.7", ", ,", PROXIES, "10.0.0.7"],
    ["what is said is a key of an object", "10.0.0.7", "__proto__", PROXIES, "10.0.0.7"],
    ["nobody knows the other end any more", "", "192.0.2.1", PROXIES, ""],
  ])("is found where %s", (_claim, peer, forwardedFor, trusted, address) => {
    expect(clientAddress(peer, forwardedFor, trusted)).toBe(address);
  });

  it("is looked for no further than a few proxies, however many are named", () => {
    const named = Array.from({ length: 3_000 }, (_, at) => `10.0.${at % 256}.1`).join(",");
    expect(clientAddress("10.0.0.7", `192.0.2.1,${named}`, PROXIES)).toMatch(/^10\.0\./);
  });
});
