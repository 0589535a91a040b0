import { expect, it } from "vitest";
import { type BoardHeadlineInput, boardHeadline } from "./board-headline";

const LIVE = { past: false } as const;
const AT = Date.UTC(2026, 7, 12, 4, 2, 10);
const NOW = AT + 600_000;
const board = (change: Partial<BoardHeadlineInput> = {}): BoardHeadlineInput => ({
  ...{ kind: "rollout", total: 1_028, back: 1_028, same: 0, away: 0, out: 0, vanished: 0, from: AT, until: NOW, isOver: false, shared: [] },
  ...change,
});

function words(change: Partial<BoardHeadlineInput>, tense: Parameters<typeof boardHeadline>[1] = LIVE): string {
  const { strong, of, rest, trouble } = boardHeadline(board(change), tense, NOW, "utc");
  return `${[strong, of, rest].filter((part) => part !== "").join(" ")} ${trouble.map(({ text }) => text).join("")}`.trim();
}

it.each<[Partial<BoardHeadlineInput>, string]>([
  [{}, "1,028 of 1,028 machines are back since istiod rolled at 04:02:10."],
  [
    { back: 1_019, out: 7, vanished: 2, shared: [{ trait: "network", value: "vpc-2", count: 9 }] },
    "1,019 of 1,028 machines are back since istiod rolled at 04:02:10. Nine are still out, all in vpc-2.",
  ],
  [
    { back: 1_016, out: 12, shared: [{ trait: "zone", value: "eu-a", count: 11 }] },
    "1,016 of 1,028 machines are back since istiod rolled at 04:02:10. Twelve are still out, 11 in zone eu-a.",
  ],
  [{ total: 1, back: 0, away: 1 }, "0 of 1 machine are back since istiod rolled at 04:02:10. One is still out."],
  [{ isOver: true }, "1,028 of 1,028 machines were back by 04:12:10 since istiod rolled at 04:02:10."],
  [{ total: 0, back: 0 }, "No machine had to move when istiod rolled at 04:02:10."],
  [{ kind: "baseline", back: 400, same: 620, out: 8 }, "1,020 of 1,028 machines that were connected at 04:02:10 are connected now. Eight are still out."],
  [{ kind: "baseline", total: 0, back: 0 }, "No machine was connected at 04:02:10."],
])("%j", (change, sentence) => {
  expect(words(change)).toBe(sentence);
});

it("a page that is not live speaks of what was", () => {
  expect(words({ back: 1_020, out: 8 }, { past: true, at: "at 04:12:10", moment: NOW })).toBe(
    "1,020 of 1,028 machines were back at 04:12:10 since istiod rolled at 04:02:10. Eight were out.",
  );
});
