import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { FleetIncidents, IncidentTrouble } from "@/lib/domain/statements/fleet-incidents";
import { type FleetTroubleState, useStableHeadlineSubject } from "./use-fleet-trouble";

const page = vi.hoisted(() => ({ isWall: false }));
vi.mock("@/lib/client/use-is-wall", () => ({ useIsWall: () => page.isWall }));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  page.isWall = false;
});

const CALM: FleetTroubleState = { worst: null, incidents: { worst: null, isTier1: false, more: 0, lastEndedAt: null, knownSince: 0 }, quiet: [] };

function troubleOf(incident: string, number: number, more: Partial<FleetIncidents> = {}): FleetTroubleState {
  const worst: IncidentTrouble = {
    ...{ kind: "fleet-worst-group", cluster: "prod-eu", namespace: "shop", group: incident, isNameUnique: true, number, total: 48, unhealthy: number },
    ...{ lost: 0, missing: 0, reconnecting: 0, starting: 0, risen: null, isFirst: false, message: "", common: [], unreadable: false },
    ...{ since: null, sinceAtLeast: false, incident, withoutEndpoint: 0, firstWithoutEndpoint: "" },
  };
  return { worst: null, incidents: { worst, isTier1: false, more: 0, lastEndedAt: null, knownSince: 0, ...more }, quiet: [] };
}

const CHECKOUT = troubleOf("checkout", 6);
const TRACKING = troubleOf("tracking", 11);

/** Renders `before`, moves the pointer, then renders `now`. Returns the subject at once, and after 9 s, 10 s and 31 s without pointer movement. */
function subjectsOver(before: FleetTroubleState, now: FleetTroubleState, isMoving = false): readonly string[] {
  const { result, rerender } = renderHook(useStableHeadlineSubject, { initialProps: before });
  const move = () => act(() => void document.dispatchEvent(new Event("pointermove")));
  move();
  rerender(now);
  const shown = () => {
    const { worst } = result.current.incidents ?? {};
    return worst?.kind === "fleet-worst-group" ? `${worst.group} ${worst.number}` : "calm";
  };
  const subjects = [shown()];
  for (const ms of [9_000, 1_000, 21_000]) {
    for (let passed = 0; passed < ms; passed += 1_000) {
      act(() => vi.advanceTimersByTime(1_000));
      if (isMoving) move();
    }
    subjects.push(shown());
  }
  return subjects;
}

it.each<[string, FleetTroubleState, FleetTroubleState, readonly string[]]>([
  ["a worse subject waits for 10 s without activity", CHECKOUT, TRACKING, ["checkout 6", "checkout 6", "tracking 11", "tracking 11"]],
  ["values of the subject change in place", CHECKOUT, troubleOf("checkout", 7), ["checkout 7", "checkout 7", "checkout 7", "checkout 7"]],
  ["tier 1 does not wait", CHECKOUT, troubleOf("tracking", 11, { isTier1: true }), ["tracking 11", "tracking 11", "tracking 11", "tracking 11"]],
  ["the first trouble does not wait", CALM, CHECKOUT, ["checkout 6", "checkout 6", "checkout 6", "checkout 6"]],
  ["the end of all trouble does not wait", CHECKOUT, CALM, ["calm", "calm", "calm", "calm"]],
])("%s", (_, before, now, subjects) => {
  expect(subjectsOver(before, now)).toEqual(subjects);
});

it("a worse subject waits for at most 30 s while the viewer moves the pointer", () => {
  expect(subjectsOver(CHECKOUT, TRACKING, true)).toEqual(["checkout 6", "checkout 6", "checkout 6", "tracking 11"]);
});

it("a wall display changes to a worse subject at its next turn", () => {
  page.isWall = true;
  expect(subjectsOver(CHECKOUT, TRACKING)).toEqual(["checkout 6", "checkout 6", "checkout 6", "tracking 11"]);
});

it("a pressed pointer keeps the subject until its click, even if the new one is in tier 1", () => {
  const { result, rerender } = renderHook(useStableHeadlineSubject, { initialProps: CHECKOUT });
  act(() => void document.dispatchEvent(new Event("pointerdown")));
  const urgent = troubleOf("tracking", 11, { isTier1: true });
  rerender(urgent);
  act(() => vi.advanceTimersByTime(60_000));
  expect(result.current.incidents).toBe(CHECKOUT.incidents);
  act(() => {
    document.dispatchEvent(new Event("pointerup"));
    vi.advanceTimersByTime(1);
  });
  expect(result.current.incidents).toBe(urgent.incidents);
});
