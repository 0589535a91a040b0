import { describe, expect, it } from "vitest";
import { failedCanaryMessage, formatIstiodStatus, type IstiodCondition, LONGEST_ISTIOD_MESSAGE, NO_ISTIOD_STATUS, parseIstiodStatus } from "./istiod-status";

const condition = (own: Partial<IstiodCondition> = {}): IstiodCondition => ({
  ...{ type: "WaypointBound", status: "False", reason: "WaypointIsNotReady", message: 'waypoint "shop/wp" is not ready', isOlder: null },
  ...own,
});
const kept = (...conditions: IstiodCondition[]) => parseIstiodStatus(formatIstiodStatus({ conditions, messages: [] })).conditions;
const CANARY = 'Successfully attached to waypoint shop/wp. Canary waypoint not attached: waypoint "shop/b" is not ready';

describe("an istiod status as text", () => {
  it("an istiod status as text keeps conditions and messages", () => {
    const status = { conditions: [condition(), condition({ type: "VisibilityApplied", status: "True", isOlder: false })], messages: [MESSAGE] };
    expect(parseIstiodStatus(formatIstiodStatus(status))).toEqual(status);
  });

  it("an istiod status as text is empty without conditions and messages, and if the waypoint is bound", () => {
    const bound = condition({ status: "True", reason: "WaypointAccepted", message: "Successfully attached to waypoint shop/wp" });
    expect([formatIstiodStatus(NO_ISTIOD_STATUS), formatIstiodStatus({ conditions: [bound], messages: [] })]).toEqual(["", ""]);
  });

  it("an istiod status as text keeps the message about a canary of a bound waypoint", () => {
    const [found] = kept(condition({ status: "True", message: CANARY }));
    expect(found === undefined ? null : failedCanaryMessage(found)).toBe('waypoint "shop/b" is not ready');
  });

  it("an istiod status as text keeps the start of a message that also mentions a canary, if the condition is not True", () => {
    expect(kept(condition({ message: CANARY }))[0]?.message).toBe(CANARY);
  });

  it("an istiod status as text has long texts shortened", () => {
    const [found, canary] = kept(
      condition({ message: "x".repeat(5000), reason: "R".repeat(5000) }),
      condition({ status: "True", message: `${CANARY}${"y".repeat(5000)}` }),
    );
    expect([found?.message.length, found?.reason.length]).toEqual([LONGEST_ISTIOD_MESSAGE, 64]);
    expect(canary === undefined ? null : failedCanaryMessage(canary)?.length).toBe(LONGEST_ISTIOD_MESSAGE);
  });

  it("an istiod status as text keeps the first ten messages", () => {
    const messages = Array.from({ length: 30 }, (_, at) => ({ ...MESSAGE, code: `IST${at}` }));
    expect(parseIstiodStatus(formatIstiodStatus({ conditions: [], messages })).messages.map(({ code }) => code)).toEqual(
      messages.slice(0, 10).map(({ code }) => code),
    );
  });

  it.each(["x", "{}", "[1,2]", '[[["Ready","True","","",null]],[]]'])("an istiod status as text is read as an empty status if it is malformed: %s", (text) => {
    expect(parseIstiodStatus(text).conditions).toEqual([]);
  });
});

const MESSAGE = { code: "IST0133", level: "WARNING", isOlder: true };
