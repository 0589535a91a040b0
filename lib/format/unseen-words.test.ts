import { expect, it } from "vitest";
import type { UnseenReason } from "@/lib/domain/history/unseen-reason";
import { unseenWords } from "./unseen-words";

const cases: readonly [reason: UnseenReason, words: string][] = [
  [{ code: "stopped" }, "the recorder was stopped"],
  [{ code: "not-running" }, "the recorder was not running"],
  [{ code: "not-begun" }, "nothing was recorded yet"],
  [{ code: "dropped" }, "it is no longer watched"],
  [{ code: "missed" }, "something was missed"],
  [{ code: "closed" }, "the API server closed the stream"],
  [{ code: "silent", ms: 30_400 }, "nothing was heard for 30 s"],
  [{ code: "differs", objects: 1 }, "1 object differs from the API server's list"],
  [{ code: "differs", objects: 2 }, "2 objects differ from the API server's list"],
  [{ code: "rolled-back", version: "7", held: "812" }, "the API server's data went back in time (version 7 after 812)"],
  [{ code: "cut", text: "reset by peer" }, "the stream broke off (reset by peer)"],
  [{ code: "denied", text: "pods is forbidden" }, "pods is forbidden"],
  [{ code: "absent", text: "no such resource" }, "no such resource"],
  [{ code: "paused", text: "the disk is full" }, "the history was paused: the disk is full"],
  [{ code: "other", text: "the API server is away" }, "the API server is away"],
  [{ code: "other", text: "" }, "why is not known"],
];

it.each(cases)("says why nobody saw a kind of objects: %j", (reason, words) => {
  expect(unseenWords(reason)).toBe(words);
});
