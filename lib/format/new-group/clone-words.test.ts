import { describe, expect, it } from "vitest";
import { clonedWords, cloneSameWords } from "./clone-words";

describe("what is said of a clone", () => {
  it("names its source, and what it shares with it", () => {
    expect(clonedWords({ source: "web" })).toMatch(/^A clone of web: /);
    const said = cloneSameWords({ source: "web", account: "web-vm", labels: true, size: true });
    expect(said).toHaveLength(3);
    expect(said[0]).toContain("machines of both have one identity");
    expect(said[1]).toContain("sends them traffic as soon as they come");
  });

  it("is nothing once it shares nothing", () => {
    expect(cloneSameWords({ source: "web", account: "", labels: false, size: false })).toEqual([]);
  });
});
