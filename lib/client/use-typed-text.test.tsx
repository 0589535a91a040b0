import { QueryClient } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { forgetViewer } from "./forget";
import { forgetTexts } from "./kept-texts";
import type { TypedIn } from "./typed-texts";
import { useTypedText } from "./use-typed-text";
import { ViewerProvider } from "./viewer";

afterEach(() => {
  vi.unstubAllGlobals();
  forgetTexts();
});

const WEB: TypedIn = ["expected size", "eu", "shop", "web"];
const of =
  (id: string) =>
  ({ children }: { readonly children: ReactNode }) => <ViewerProvider viewer={{ signIn: "token", name: id, id, mayWrite: true }}>{children}</ViewerProvider>;
const opened = (where = WEB, shown = "", viewer = "ann") => renderHook(() => useTypedText(where, shown), { wrapper: of(viewer) });
function typeInto(text: string, ...asked: Parameters<typeof opened>) {
  const { result } = opened(...asked);
  act(() => result.current.type(text));
}
const Drawn = () => <p>{useTypedText(WEB, "40").text}</p>;
const textOf = (...asked: Parameters<typeof opened>) => opened(...asked).result.current.text;

it("what was typed is there again when the form of the same object is opened anew, also where it was emptied", () => {
  const { result, unmount } = opened(WEB, "40");
  expect(result.current.text).toBe("40");
  act(() => result.current.type("42"));
  unmount();
  expect(textOf(WEB, "40")).toBe("42");
  act(() => result.current.type(""));
  expect(textOf(WEB, "40")).toBe("");
});

it("no other person, object or form finds it", () => {
  typeInto("42");
  expect([textOf(WEB, "", "bob"), textOf(["expected size", "eu", "shop", "api"]), textOf(["drain", "eu", "shop", "web"]), textOf()]).toEqual([
    "",
    "",
    "",
    "42",
  ]);
});

it("names that hold what stands between names are told apart", () => {
  typeInto("known", ["mute", 'a","b']);
  expect([textOf(["mute", "a", "b"]), textOf(["mute", 'a","b'])]).toEqual(["", "known"]);
});

it("the browser stores the text alone, and nothing once the field says again what it said", () => {
  const { result } = opened(WEB, "40");
  act(() => result.current.type("42"));
  expect({ ...localStorage }).toEqual({ 'stolos.typed:ann:["expected size","eu","shop","web"]': "42" });
  act(() => result.current.type("40"));
  expect(localStorage.length).toBe(0);
});

it("what is forgotten still stands in the open field, and in none that is opened later; it can be typed over", () => {
  const { result } = opened();
  act(() => result.current.type("42"));
  act(() => result.current.forget());
  expect([result.current.text, textOf(), localStorage.length]).toEqual(["42", "", 0]);
  act(() => result.current.type(""));
  expect(result.current.text).toBe("");
});

it("an answer that comes after its form is gone forgets it, too", () => {
  const { result, unmount } = opened();
  act(() => result.current.type("42"));
  unmount();
  act(() => result.current.forget());
  expect(textOf()).toBe("");
});

it("goes with the sign-out", () => {
  const { result } = opened();
  act(() => result.current.type("42"));
  act(() => forgetViewer(new QueryClient(), () => undefined));
  expect([result.current.text, localStorage.length]).toEqual(["", 0]);
});

it("is in step with the same form in another tab", () => {
  const { result } = opened();
  localStorage.setItem('stolos.typed:ann:["expected size","eu","shop","web"]', "7");
  act(() => void window.dispatchEvent(new StorageEvent("storage")));
  expect(result.current.text).toBe("7");
});

it("lasts as long as the page where the browser stores nothing", () => {
  const full = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { setItem: full, getItem: full, removeItem: full });
  const { result, unmount } = opened();
  act(() => result.current.type("42"));
  unmount();
  expect(textOf()).toBe("42");
});

it("a server draws what is shown while nothing is typed", () => {
  typeInto("42");
  expect(renderToString(<Drawn />)).toBe("<p>40</p>");
});

it("an answer to what was sent does not take away what was typed since", () => {
  const { result, unmount } = opened();
  act(() => result.current.type("sent"));
  const { forget } = result.current;
  unmount();
  const again = opened();
  act(() => again.result.current.type("newer"));
  act(() => forget());
  expect([again.result.current.text, textOf()]).toEqual(["newer", "newer"]);
});

it("what a form still shows of one object is not shown for another", () => {
  const { result, rerender } = renderHook(({ where }: { readonly where: TypedIn }) => useTypedText(where, "40"), {
    wrapper: of("ann"),
    initialProps: { where: WEB },
  });
  act(() => result.current.type("42"));
  act(() => result.current.forget());
  expect(result.current.text).toBe("42");
  rerender({ where: ["expected size", "eu", "shop", "api"] });
  expect(result.current.text).toBe("40");
});
