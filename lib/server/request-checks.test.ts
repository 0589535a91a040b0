import { expect, it, vi } from "vitest";
import type { SignIn } from "@/lib/server/access/viewer";
import { Refusal } from "@/lib/server/http/problem";
import { turnAway } from "./request-checks";

vi.mock("next/navigation", () => ({
  redirect: (to: string) => {
    throw new Error(`to ${to}`);
  },
  unauthorized: () => {
    throw new Error("401");
  },
  forbidden: () => {
    throw new Error("403");
  },
}));

it.each([
  ["token", 401, "to /sign-in?from=%2Fentries"],
  ["token", 503, "to /sign-in?from=%2Fentries"],
  ["proxy", 401, "401"],
  ["proxy", 403, "403"],
  ["proxy", 400, "403"],
  ["proxy", 503, "to /sign-in?from=%2Fentries"],
] as const)("turns an unknown user away: sign-in by %s, refused with %s", (kind, status, answer) => {
  expect(() => turnAway({ kind } as SignIn, new Refusal(status, "t", "d"), "/entries")).toThrow(answer);
});
