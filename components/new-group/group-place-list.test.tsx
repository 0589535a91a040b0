import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CreatableNamespaces } from "@/lib/contract/answers/platform-policy";
import { GroupPlaceList } from "./group-place-list";

let told: CreatableNamespaces;
let asked: string[];

beforeEach(() => {
  asked = [];
  told = {
    places: [
      { namespace: "legacy", answer: "missing-right" },
      { namespace: "shop", answer: "may" },
      { namespace: "web", answer: "not-known" },
    ],
    unasked: 0,
  };
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    return Response.json(told);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("the namespaces of a new group", () => {
  it("begin with those in which one may be made, each with a step into it and with what is missing", async () => {
    render(<GroupPlaceList cluster="eu" />);
    await screen.findByRole("link", { name: "shop" });
    expect(screen.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["shop", "/groups/new?cluster=eu&namespace=shop"],
      ["legacy", "/groups/new?cluster=eu&namespace=legacy"],
      ["web", "/groups/new?cluster=eu&namespace=web"],
    ]);
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      expect.stringMatching(/shopok$/),
      expect.stringMatching(/legacyproblemThe verb create on workloadgroups\.networking\.istio\.io is missing/),
      expect.stringMatching(/webcannot seeThe API server did not say/),
    ]);
  });

  it("say how many were not asked about, and that none is in sight", async () => {
    told = { places: [], unasked: 3 };
    render(<GroupPlaceList cluster="eu" />);
    expect(await screen.findByText(/You see no namespace/)).toBeTruthy();
    expect(screen.getByText("3 namespaces more were not asked about: type the name of one.")).toBeTruthy();
  });

  it("are asked for once a cluster is known", () => {
    render(<GroupPlaceList cluster="" />);
    expect(asked).toEqual([]);
  });
});
