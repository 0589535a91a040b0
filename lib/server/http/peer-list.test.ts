import { describe, expect, it } from "vitest";
import { peerList, rangesProblem } from "./peer-list";

describe("a list of peers", () => {
  const list = peerList(["127.0.0.1/32", "10.20.0.0/16", "fd00:1::/64", "::ffff:10.30.0.0/112"]);

  it.each([
    ["127.0.0.1", true],
    ["::ffff:127.0.0.1", true],
    ["::FFFF:10.20.255.1", true],
    ["10.20.0.0", true],
    ["fd00:1::7", true],
    ["10.30.7.1", true],
    ["::ffff:10.30.7.1", true],
    ["10.31.0.1", false],
    ["127.0.0.2", false],
    ["10.21.0.1", false],
    ["::1", false],
    ["fd00:2::7", false],
    ["::ffff:192.0.2.1", false],
    ["", false],
    ["localhost", false],
    ["127.0.0.1, 192.0.2.1", false],
    ["127.0.0.1:4000", false],
  ])("has %j: %s", (address, isListed) => {
    expect(list.has(address)).toBe(isListed);
  });

  it.each(["127.0.0.1/32", "10.0.0.0/8", "::1/128", "fd00::/8", "::ffff:10.0.0.0/104", "::ffff:10.0.0.7/128"])("may hold %s", (range) => {
    expect(rangesProblem([range])).toBeNull();
  });

  it.each([
    ["0.0.0.0/0", /nearly every/],
    ["::/0", /nearly every/],
    ["0.0.0.0/1", /nearly every/],
    ["128.0.0.0/1", /nearly every/],
    ["::ffff:0.0.0.0/96", /nearly every/],
    ["::ffff:0:0/96", /nearly every/],
    ["0:0:0:0:0:FFFF:128.0.0.0/97", /nearly every/],
    ["::ffff:10.0.0.0/103", /nearly every/],
    ["::/8", /every IPv4 address/],
    ["::/80", /every IPv4 address/],
    ["fe80::1%eth0/64", /no range/],
    ["10.0.0.7", /no range/],
    ["10.0.0.0/33", /no range/],
    ["10.0.0.0/-1", /no range/],
    ["10.0.0.0/8/8", /no range/],
    ["10.0.0.0/", /no range/],
    ["::/129", /no range/],
    ["proxy.internal/32", /no range/],
    ["*", /no range/],
  ])("never holds %s", (range, why) => {
    expect(rangesProblem(["10.0.0.0/16", range])).toMatch(why);
  });

  it("may hold many ranges, and not so many that few addresses are left out", () => {
    const eighths = (count: number, end: string) => Array.from({ length: count }, (_, at) => `${at + 1}${end}`);
    expect(rangesProblem([...eighths(15, ".0.0.0/8"), ...eighths(15, ".0.0.0/8"), "fd00::/8"])).toBeNull();
    expect(rangesProblem(eighths(16, ".0.0.0/8"))).toMatch(/together/);
    expect(rangesProblem(eighths(32, ".0.0.0/9"))).toMatch(/together/);
    expect(rangesProblem(Array.from({ length: 16 }, (_, at) => `2${at.toString(16)}00::/8`))).toMatch(/together/);
  });
});
