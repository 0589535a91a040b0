import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { usePageActivity } from "./page-activity";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const send = (type: string) => act(() => void document.body.dispatchEvent(new Event(type, { bubbles: true })));
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it("is quiet 10 s after the last pointer, key, focus or scroll", () => {
  const { result } = renderHook(usePageActivity);
  expect(result.current).toBe("quiet");
  for (const type of ["pointermove", "keydown", "focusin", "wheel", "scroll"]) {
    send(type);
    expect(result.current, type).toBe("active");
    wait(9_000);
    send(type);
    wait(9_999);
    expect(result.current, type).toBe("active");
    wait(1);
    expect(result.current, type).toBe("quiet");
  }
});

it("is pressed until the click of a pointer, however long it is down", () => {
  const { result } = renderHook(usePageActivity);
  send("pointerdown");
  wait(60_000);
  expect(result.current).toBe("pressed");
  send("pointerup");
  expect(result.current, "the click is not sent yet").toBe("pressed");
  wait(1);
  expect(result.current).toBe("active");
  wait(20_000);
  expect(result.current).toBe("quiet");
});

it("ends a press that the browser takes for a scroll", () => {
  const { result } = renderHook(usePageActivity);
  send("pointerdown");
  send("pointercancel");
  expect(result.current).toBe("active");
});
