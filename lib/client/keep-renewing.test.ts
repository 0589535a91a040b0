import { describe, expect, it } from "vitest";
import type { SessionRenewal } from "@/lib/contract/answers/session";
import { ManualClock } from "@/lib/testing/manual-clock";
import { keepRenewing } from "./keep-renewing";
import type { RenewalOutcome } from "./renew";

const MINUTE = 60_000;
const here = (change: Partial<SessionRenewal> = {}): RenewalOutcome => ({
  kind: "here",
  renewal: { isKept: true, isRenewed: false, nextMs: 4 * MINUTE, lacksGroups: false, ...change },
});

function aPage(answers: readonly RenewalOutcome[]) {
  const clock = new ManualClock(0);
  const asked: number[] = [];
  const told: SessionRenewal[] = [];
  const renewing = keepRenewing({
    renew: async () => {
      asked.push(clock.now());
      return answers[Math.min(asked.length, answers.length) - 1] ?? here();
    },
    told: (renewal) => told.push(renewal),
    setTimer: clock.setTimer,
    random: () => 0.5,
  });
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
  const advance = async (ms: number) => {
    await settle();
    clock.advance(ms);
    await settle();
  };
  return { asked, told, advance, renewing, clock };
}

describe("a page that keeps its sign-in renewed", () => {
  it("asks at once, and whenever it is due", async () => {
    const { asked, told, advance } = aPage([here(), here({ isRenewed: true }), here()]);
    await advance(4 * MINUTE);
    expect(asked).toEqual([0]);
    await advance(1_500);
    expect(asked).toEqual([0, 4 * MINUTE + 1_500]);
    expect(told.map(({ isRenewed }) => isRenewed)).toEqual([false, true]);
  });

  it("asks again soon where that could not be told", async () => {
    const { asked, told, advance } = aPage([{ kind: "later", problem: "the provider gave no answer" }, here()]);
    await advance(10_000);
    expect(asked).toEqual([0, 10_000]);
    expect(told).toHaveLength(1);
  });

  it.each<[string, RenewalOutcome]>([
    ["it is over", { kind: "over", problem: "revoked" }],
    ["nothing renews it", here({ nextMs: null })],
  ])("asks no more by itself where %s, but when it is told to", async (_why, outcome) => {
    const { asked, advance, renewing, clock } = aPage([outcome]);
    await advance(60 * MINUTE);
    expect(asked).toEqual([0]);
    expect(clock.timers).toBe(0);
    renewing.now();
    expect(asked).toHaveLength(2);
  });

  it("asks once at a time, looks at least once an hour, and stops", async () => {
    const { asked, advance, renewing } = aPage([here({ nextMs: 1_000 * MINUTE })]);
    renewing.now();
    renewing.now();
    await advance(60 * MINUTE);
    expect(asked).toEqual([0, 60 * MINUTE]);
    renewing.stop();
    renewing.now();
    await advance(600 * MINUTE);
    expect(asked).toHaveLength(2);
  });
});
