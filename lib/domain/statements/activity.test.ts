import { expect, it } from "vitest";
import { changesRecorded } from "./activity";

it("changesRecorded counts each type of event, but no change that follows from another", () => {
  const types = [
    { type: "ended", count: 2 },
    { type: "appeared", count: 3 },
    { type: "health", count: 1 },
    { type: "state", count: 900 },
    { type: "renewed", count: 4_000 },
  ];
  expect(changesRecorded({ from: 1, to: 2, types })).toEqual({ kind: "changes-recorded", from: 1, to: 2, changes: 6, ended: 2, registered: 3, probeTurns: 1 });
});
