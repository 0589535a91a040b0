import { QueryClient } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { forgetViewer } from "./forget";
import { useMutes } from "./use-mutes";
import { ViewerProvider } from "./viewer";

const NOW = 1_800_000_000_000;
vi.mock("./clock", () => ({ useOfServerNow: (read: (now: number) => unknown) => read(NOW) }));

afterEach(() => localStorage.clear());

const of =
  (id: string) =>
  ({ children }: { readonly children: ReactNode }) => <ViewerProvider viewer={{ signIn: "token", name: id, id, mayWrite: true }}>{children}</ViewerProvider>;
const mutesOf = (id: string) => renderHook(useMutes, { wrapper: of(id) });
const MUTE = { what: "STL101/prod-eu/shop/57fd", reason: "the clock is set on Monday", until: NOW + 3_600_000 };

it("mutes are kept in the browser for their viewer, and no other one has them", () => {
  const { result } = mutesOf("jane");
  act(() => result.current.mute(MUTE));
  expect([result.current.list, mutesOf("jane").result.current.list, mutesOf("joe").result.current.list]).toEqual([[MUTE], [MUTE], []]);
  act(() => result.current.unmute(MUTE.what));
  expect([result.current.list, mutesOf("jane").result.current.list]).toEqual([[], []]);
});

it("mutes go with the sign-out: whoever comes next finds neither the findings nor the reasons in the browser", () => {
  const { result } = mutesOf("jane");
  act(() => result.current.mute(MUTE));
  expect(JSON.stringify(localStorage)).toContain(MUTE.reason);
  act(() => forgetViewer(new QueryClient(), () => undefined));
  expect([result.current.list, localStorage.length]).toEqual([[], 0]);
});
