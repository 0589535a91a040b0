import { describe, expect, it } from "vitest";
import type { HistoryStatus } from "./history-record";
import { openedStatus } from "./opened-status";

const OPENING: HistoryStatus = { kind: "starting", reason: "" };
const OPEN: HistoryStatus = { kind: "recording", since: 0, notice: "" };

describe("who asks while the record is being opened", () => {
  it("waits until it is open", async () => {
    let looks = 0;
    expect(await openedStatus(() => (++looks < 4 ? OPENING : OPEN))).toEqual(OPEN);
    expect(looks).toBe(4);
  });

  it.each<HistoryStatus>([{ kind: "starting", reason: "PostgreSQL does not answer (ECONNREFUSED)" }, { kind: "off", reason: "" }, OPEN])(
    "waits for nothing where it is $kind otherwise",
    async (status) => {
      let looks = 0;
      await openedStatus(() => {
        looks++;
        return status;
      });
      expect(looks).toBe(1);
    },
  );
});
