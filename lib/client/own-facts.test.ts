// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, it } from "vitest";
import { forgetViewer } from "./forget";
import { ownFactsOf, saveOwnFact, storedOwnFacts } from "./own-facts";

const forget = () => forgetViewer(new QueryClient(), () => undefined);
const typed = (viewer = "ann", cluster = "eu") => ownFactsOf(storedOwnFacts(viewer, cluster));

afterEach(forget);

it("is kept for its viewer and its cluster alone, each fact by itself", () => {
  saveOwnFact("ann", "eu", "gateway", "gw.example.net");
  saveOwnFact("ann", "eu", "clusterId", "eu-1");
  expect(typed()).toEqual({ gateway: "gw.example.net", clusterId: "eu-1" });
  expect([typed("bob"), typed("ann", "us")]).toEqual([{}, {}]);
});

it("is gone once it is emptied, and after the sign-out", () => {
  saveOwnFact("ann", "eu", "gateway", "gw.example.net");
  saveOwnFact("ann", "eu", "gateway", "");
  expect(localStorage.length).toBe(0);
  saveOwnFact("ann", "eu", "gateway", "gw.example.net");
  forget();
  expect(typed()).toEqual({});
});

it("is nothing where somebody else wrote in its place", () => {
  expect([ownFactsOf("{"), ownFactsOf("null"), ownFactsOf('{"gateway":1}'), ownFactsOf(null)]).toEqual([{}, {}, {}, {}]);
});
