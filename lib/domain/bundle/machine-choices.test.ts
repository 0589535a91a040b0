import { describe, expect, it } from "vitest";
import { parseMachineInput, readMachineList } from "./machine-choices";

const TYPED = { name: "vm-1", internalIp: "", externalIp: "", labels: "", locality: "" };

describe("the input for one machine", () => {
  it.each([
    [{}, { internalIp: "", externalIp: "", labels: [], locality: "" }],
    [{ internalIp: " 10.0.0.4 " }, { internalIp: "10.0.0.4" }],
    [{ externalIp: "2001:db8::1" }, { externalIp: "2001:db8::1" }],
    [
      { labels: "b=2, a=1\nc=" },
      {
        labels: [
          ["a", "1"],
          ["b", "2"],
          ["c", ""],
        ],
      },
    ],
    [{ labels: "__proto__=x a/b=c" }, {}],
    [{ locality: "eu/eu-a/r1" }, { locality: "eu/eu-a/r1" }],
  ])("the input for one machine is parsed from %j", (typed, choices) => {
    const read = parseMachineInput({ ...TYPED, ...typed });
    if ("__proto__=x a/b=c" === (typed as { labels?: string }).labels) expect(read).toMatchObject({ problem: { field: "labels" } });
    else expect(read).toMatchObject({ choices });
  });

  it.each([
    [{ name: "../etc" }, "name", "no-name"],
    [{ name: "" }, "name", "no-name"],
    [{ internalIp: "10.0.0.256" }, "internalIp", "no-ip"],
    [{ externalIp: "gw.example.net" }, "externalIp", "no-ip"],
    [{ internalIp: "10.0.0.1", externalIp: "10.0.0.2" }, "externalIp", "two-addresses"],
    [{ labels: "app" }, "labels", "no-label"],
    [{ labels: `a=${"x".repeat(64)}` }, "labels", "no-label"],
    [{ labels: "a='; reboot" }, "labels", "no-label"],
    [{ locality: "a/b/c/d" }, "locality", "no-locality"],
    [{ locality: "a//c" }, "locality", "no-locality"],
    [{ locality: "a.b/c" }, "locality", "no-locality"],
  ])("the input for one machine is rejected at the invalid field of %j", (typed, field, code) => {
    expect(parseMachineInput({ ...TYPED, ...typed })).toMatchObject({ problem: { field, code } });
  });
});

const NOTHING = { internalIp: "", externalIp: "", labels: "", locality: "" };

describe("a list of machines", () => {
  it.each([
    ["only a name", "web-1", [{ ...NOTHING, name: "web-1" }]],
    ["an internal address", "web-1 10.0.0.1", [{ ...NOTHING, name: "web-1", internalIp: "10.0.0.1" }]],
    ["an IPv6 address", "web-1 fd00::1", [{ ...NOTHING, name: "web-1", internalIp: "fd00::1" }]],
    ["an external address", "web-1 external:2001:db8::1", [{ ...NOTHING, name: "web-1", externalIp: "2001:db8::1" }]],
    ["a locality", "web-1 eu/eu-a/r1", [{ ...NOTHING, name: "web-1", locality: "eu/eu-a/r1" }]],
    ["only a region", "web-1 eu-west-1", [{ ...NOTHING, name: "web-1", locality: "eu-west-1" }]],
    [
      "all pieces in any order, separated by commas",
      "web-1,eu/eu-a,version=v2,10.0.0.1,track=canary",
      [{ name: "web-1", internalIp: "10.0.0.1", externalIp: "", labels: "version=v2,track=canary", locality: "eu/eu-a" }],
    ],
    [
      "line ends of other systems, empty lines and comments",
      "# of today\r\n\r\nweb-1\t10.0.0.1;eu\r\n  web-2  10.0.0.2\r",
      [
        { ...NOTHING, name: "web-1", internalIp: "10.0.0.1", locality: "eu" },
        { ...NOTHING, name: "web-2", internalIp: "10.0.0.2" },
      ],
    ],
    ['the machine name "constructor"', "constructor 10.0.0.1", [{ ...NOTHING, name: "constructor", internalIp: "10.0.0.1" }]],
  ])("a list of machines is parsed with %s", (_, text, machines) => {
    expect(readMachineList(text)).toEqual({ machines });
  });

  it.each([
    ["", 1, "no-machine", ""],
    ["# nobody\n", 1, "no-machine", ""],
    ["web-1\n../up 10.0.0.1", 2, "no-name", "../up"],
    ["web-1\n\nweb-1", 3, "name-twice", "web-1"],
    ["web-1 10.0.0.256", 1, "no-ip", "10.0.0.256"],
    ["web-1 fd00::g", 1, "no-ip", "fd00::g"],
    ["web-1 external:gw.example.net", 1, "no-ip", "gw.example.net"],
    ["web-1 10.0.0.1 10.0.0.2", 1, "second-address", "10.0.0.2"],
    ["web-1 10.0.0.1 external:10.0.0.2", 1, "two-addresses", "10.0.0.2"],
    ["web-1 eu/a eu/b", 1, "second-locality", "eu/b"],
    ["web-1 eu.a", 1, "no-locality", "eu.a"],
    ["web-1 10.0.0.1 locality:eu/eu-a", 1, "unknown-prefix", "locality:eu/eu-a"],
    ["web-1 Locality: eu/eu-a", 1, "unknown-prefix", "Locality:"],
    ["web-1 internal:10.0.0.1", 1, "unknown-prefix", "internal:10.0.0.1"],
    ["web-1 a='; reboot'", 1, "no-label", "a='"],
  ])("a list of machines is rejected as a whole for %j, with the error in line %i", (text, line, code, piece) => {
    expect(readMachineList(text)).toEqual({ problem: { line, code, text: piece } });
  });
});
