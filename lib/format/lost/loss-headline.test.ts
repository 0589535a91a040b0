import { describe, expect, it } from "vitest";
import type { ServicesAfterLossCounts } from "@/lib/domain/statements/what-if";
import { type GoneInput, goneLine, lossHeadline } from "./loss-headline";

const hosts = (own: Partial<ServicesAfterLossCounts>): ServicesAfterLossCounts => {
  const counts = { nobody: 0, overloaded: 0, full: 0, unknown: 0, carries: 0, whole: 0, idle: 0, ...own };
  return { total: Object.values(counts).reduce((sum, one) => sum + one, 0), ...counts };
};
const said = (input: ServicesAfterLossCounts) =>
  lossHeadline(input)
    .map(({ text }) => text)
    .join("");

describe("the sentence of a what-if", () => {
  it.each<[Partial<ServicesAfterLossCounts>, string]>([
    [{ nobody: 3, overloaded: 5, carries: 4, whole: 12 }, "3 hosts would have nobody, 5 more than the rest can carry. 16 would not notice."],
    [{ nobody: 1 }, "1 host would have nobody."],
    [{ overloaded: 2, whole: 1 }, "2 hosts would have more than the rest can carry. 1 would not notice."],
    [{ overloaded: 2, full: 1 }, "2 hosts would have more than the rest can carry, 1 next to no room left."],
    [{ full: 4, whole: 1 }, "4 hosts would have next to no room left. 1 would not notice."],
    [{ carries: 4, whole: 8, idle: 1 }, "None of 12 hosts would notice."],
    [{ nobody: 1, unknown: 2 }, "1 host would have nobody. Of 2 hosts it cannot be told."],
    [{ unknown: 1 }, "Of 1 host it cannot be told."],
    [{ idle: 3 }, "No service has a healthy endpoint."],
    [{ whole: 1 }, "The only service with healthy endpoints would not notice."],
    [{}, "No host selects a machine."],
  ])("%o", (counts, sentence) => {
    expect(said(hosts(counts))).toBe(sentence);
  });

  it("has its numbers in tones", () => {
    expect(lossHeadline(hosts({ nobody: 3, overloaded: 5 })).map(({ tone }) => tone)).toEqual(["bad", null, "warn", null]);
  });
});

const GONE: GoneInput = {
  ...{ machines: 150, pods: 24, knowsPods: true, inline: 0, withReplica: 0, ageSpan: null, reconnecting: 0 },
  ...{ replicasLost: [], replicasLeft: 3, replicasVisible: true, gatewaysLost: 0, gateways: 0, gatewaysUnplaced: 0 },
};

describe("what goes", () => {
  it.each<[Partial<GoneInput>, readonly string[]]>([
    [{}, ["150 machines and 24 pods gone", "no istiod replica with them"]],
    [{ pods: 0, knowsPods: false }, ["150 machines gone", "lost pods are not known", "no istiod replica with them"]],
    [{ pods: 2, knowsPods: false, inline: 1 }, ["150 machines and at least 2 pods and 1 endpoint written by hand gone", "no istiod replica with them"]],
    [{ inline: 1, replicasVisible: false }, ["150 machines and 24 pods and 1 endpoint written by hand gone", "whether istiod goes with them is not visible"]],
    [
      {
        replicasLost: ["istiod-a"],
        replicasLeft: 2,
        gateways: 2,
        gatewaysLost: 1,
        withReplica: 12,
        ageSpan: { from: 720_000, to: 2_820_000 },
        reconnecting: 4,
      },
      [
        "150 machines and 24 pods gone",
        "istiod-a with them, 2 replicas left",
        "1 of 2 gateways with them",
        "12 machines stay Healthy and listed for 12 to 47 min: the replica that holds them dies too",
        "4 machines elsewhere connect to another replica at once",
      ],
    ],
    [
      { replicasLost: ["a", "b", "c"], replicasLeft: 0, gateways: 2, gatewaysUnplaced: 2 },
      ["150 machines and 24 pods gone", "no istiod replica left: callers keep the endpoints that they have", "where gateways stand is not known"],
    ],
  ])("%o", (own, texts) => {
    expect(goneLine({ ...GONE, ...own }).map(({ text }) => text)).toEqual(texts);
  });
});
