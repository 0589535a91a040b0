import { describe, expect, it } from "vitest";
import { gatewaySentence, type ReplicasInput, replicaSentences } from "./control-plane-words";

const lost = (...names: readonly string[]) => names.map((name) => ({ cluster: "prod-eu", name, place: "eu/a" }));

describe("istiod beside a loss", () => {
  it.each<[string, ReplicasInput, number, readonly string[]]>([
    ["out of sight", { lost: [], left: 0, unplaced: 0, isVisible: false }, 0, ["istiod's Pods are not visible: whether replicas go too is not known."]],
    ["none goes", { lost: [], left: 3, unplaced: 0, isVisible: true }, 0, ["No replica of istiod goes."]],
    [
      "nobody knows where they stand",
      { lost: [], left: 2, unplaced: 2, isVisible: true },
      0,
      ["No replica of istiod is known to go.", "Where 2 replicas of istiod stand is not known."],
    ],
    [
      "one goes",
      { lost: lost("istiod-a"), left: 2, unplaced: 0, isVisible: true },
      3,
      ["Replica istiod-a (eu/a) goes too; 2 are left.", "3 machines elsewhere were held by it: they connect to another replica at once, and nothing is lost."],
    ],
    [
      "all go",
      { lost: lost("istiod-a", "istiod-b"), left: 0, unplaced: 0, isVisible: true },
      0,
      ["Replicas istiod-a (eu/a) and istiod-b (eu/a) go too; none is left: callers keep the endpoints that they have until one is back."],
    ],
    [
      "many go",
      { lost: lost("a", "b", "c", "d", "e", "f"), left: 1, unplaced: 0, isVisible: true },
      1,
      [
        "Replicas a (eu/a), b (eu/a), c (eu/a), d (eu/a) and 2 more go too; 1 is left.",
        "1 machine elsewhere was held by them: it connects to another replica at once, and nothing is lost.",
      ],
    ],
  ])("%s", (_, replicas, reconnecting, sentences) => {
    expect(replicaSentences(replicas, { reconnecting }, false)).toEqual(sentences);
  });

  it("names the cluster of each replica for a viewer with several clusters", () => {
    const replicas = { lost: lost("istiod-a"), left: 2, unplaced: 0, isVisible: true };
    expect(replicaSentences(replicas, { reconnecting: 0 }, true)).toEqual(["Replica istiod-a in prod-eu (eu/a) goes too; 2 are left."]);
  });
});

describe("a gateway beside a loss", () => {
  const gateway = { cluster: "prod-eu", network: "vpc-1", address: "192.0.2.1", object: "Service istio-system/east" };

  it.each([
    [true, "Gateway 192.0.2.1 into network vpc-1 (Service istio-system/east) goes too."],
    [false, "Gateway 192.0.2.1 into network vpc-1 (Service istio-system/east) stays."],
    [null, "Gateway 192.0.2.1 into network vpc-1 (Service istio-system/east): where it stands is not known."],
  ])("%s", (isLost, sentence) => {
    expect(gatewaySentence({ ...gateway, isLost }, false)).toBe(sentence);
  });

  it("names its cluster for a viewer with several clusters", () => {
    expect(gatewaySentence({ ...gateway, isLost: true }, true)).toBe("Gateway 192.0.2.1 into network vpc-1 (Service istio-system/east) in prod-eu goes too.");
  });
});
