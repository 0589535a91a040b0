import { describe, expect, it } from "vitest";
import { aMachine, withListed } from "./bundle-draft";

const listed = (name: string, internalIp = "") => ({ name, internalIp, externalIp: "", labels: "", locality: "" });
const named = (machines: ReturnType<typeof withListed>) => machines.map(({ id, name, internalIp }) => [id, name, internalIp]);

describe("a list that is taken into the form", () => {
  it("stands in place of the machine that the form began with", () => {
    expect(named(withListed([aMachine("web")], [listed("a"), listed("b")], "web"))).toEqual([
      [1, "a", ""],
      [2, "b", ""],
    ]);
  });

  it("comes after what was typed", () => {
    const typed = { ...aMachine("web"), internalIp: "10.0.0.1" };
    expect(named(withListed([typed], [listed("a")], "web"))).toEqual([
      [1, "web-1", "10.0.0.1"],
      [2, "a", ""],
    ]);
  });

  it("says anew what a machine of its name is", () => {
    const typed = [
      { ...aMachine("web"), labels: "a=b" },
      { ...aMachine("web", [aMachine("web")]), name: " c " },
    ];
    const machines = withListed(typed, [listed("c", "10.0.0.3"), listed("web-1", "10.0.0.1")], "web");
    expect(named(machines)).toEqual([
      [1, "web-1", "10.0.0.1"],
      [2, "c", "10.0.0.3"],
    ]);
    expect(machines[0]?.labels).toBe("");
  });
});
