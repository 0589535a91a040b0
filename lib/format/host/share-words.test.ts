import { expect, it } from "vitest";
import { sharePhrase, sharesPhrase, sharesSummary } from "./share-words";

const MACHINES = { kind: "machines", serving: 32, inDoubt: 0, weight: 32 } as const;
const PODS = { kind: "pods", serving: 4, inDoubt: 0, weight: 4 } as const;

it("shares are by weight, and one kind alone has none", () => {
  expect(sharePhrase(MACHINES, [MACHINES, PODS])).toBe("32 machines · 89 % by weight");
  expect(sharePhrase(MACHINES, [MACHINES])).toBe("32 machines");
  expect(sharePhrase(MACHINES, [MACHINES, { ...PODS, serving: 0, weight: 0 }])).toBe("32 machines");
});

it("counts unverified machines apart", () => {
  const doubted = { ...MACHINES, serving: 0, inDoubt: 32 };
  expect(sharePhrase(doubted, [doubted, PODS])).toBe("0 machines and 32 unverified · 89 % by weight");
  expect(sharePhrase({ ...MACHINES, serving: 30, inDoubt: 2 }, null)).toBe("30 machines and 2 unverified");
});

it("the picture in a sentence", () => {
  expect(sharesSummary({ shares: [MACHINES, PODS], unknown: [], isWhole: true }, 44, 1)).toBe(
    "Machines and pods over time: 32 machines · 89 % by weight and 4 pods · 11 % by weight at the end, 44 endpoints at most; 1 while is not recorded.",
  );
  expect(sharesSummary({ shares: [], unknown: [], isWhole: true }, 1, 0)).toBe("Machines and pods over time: not known at the end, 1 endpoints at most.");
});

it("a moment in one line, without a share where somebody is not known", () => {
  expect(sharesPhrase({ shares: [MACHINES, PODS], unknown: [], isWhole: true })).toBe("32 machines · 89 % by weight, 4 pods · 11 % by weight");
  expect(sharesPhrase({ shares: [MACHINES, PODS], unknown: [], isWhole: false })).toBe("32 machines, 4 pods");
  expect(sharesPhrase({ shares: [MACHINES], unknown: ["pods"], isWhole: false })).toBe("32 machines, pods not recorded");
  expect(sharesPhrase({ shares: [], unknown: [], isWhole: true })).toBe("nobody answered");
});
