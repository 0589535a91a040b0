import { describe, expect, it } from "vitest";
import { readChoices } from "./read-choices";

const TYPED = { name: "vm-1", internalIp: "", externalIp: "", labels: "", locality: "" };

describe("what was typed for a machine", () => {
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
  ])("%j", (typed, choices) => {
    const read = readChoices({ ...TYPED, ...typed });
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
  ])("%j is refused at its field", (typed, field, code) => {
    expect(readChoices({ ...TYPED, ...typed })).toMatchObject({ problem: { field, code } });
  });
});
