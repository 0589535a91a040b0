import { describe, expect, it } from "vitest";
import { peerList, rangeProblem } from "./peer-list";

describe("a list of peers", () => {
  const list = peerList(["127.0.0.1/32", "10.20.0.0/16", "fd00:1::/64"]);

  it.each([
    ["127.0.0.1", true],
    ["::ffff:127.0.0.1", true],
    ["::FFFF:10.20.255.1", true],
    ["10.20.0.0", true],
    ["fd00:1::7", true],
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

  it.each(["127.0.0.1/32", "10.0.0.0/8", "::1/128", "fd00::/8"])("may hold %s", (range) => {
    expect(rangeProblem(range)).toBeNull();
  });

  it.each([
    ["0.0.0.0/0", /nearly every/],
    ["::/0", /nearly every/],
    ["0.0.0.0/1", /nearly every/],
    ["128.0.0.0/1", /nearly every/],
    ["10.0.0.7", /no range/],
    ["10.0.0.0/33", /no range/],
    ["10.0.0.0/-1", /no range/],
    ["10.0.0.0/8/8", /no range/],
    ["10.0.0.0/", /no range/],
    ["::/129", /no range/],
    ["proxy.internal/32", /no range/],
    ["*", /no range/],
  ])("never holds %s", (range, why) => {
    expect(rangeProblem(range)).toMatch(why);
  });
});
