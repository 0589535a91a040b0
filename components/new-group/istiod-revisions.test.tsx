import { render, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { NewGroupPreflight } from "@/lib/contract/answers/preflight";
import { IstiodRevisions } from "./istiod-revisions";

const auto = { setting: "autoRegistration", isOn: false, standing: "problem", source: "told by its Pods" } as const;
const certificateNames = { names: ["gw.example.net"], source: "told by its Pods" };
const running = { pods: { running: 1, ready: 1 }, standing: "ok" } as const;
const revision = { revision: "canary", version: "1.31.0", ...running, settings: [auto], certificateNames };

function draw(istiod: Partial<NewGroupPreflight["istiod"]>): void {
  const value = { istiod: { revisions: [], source: "", problem: "", ...istiod } } as unknown as NewGroupPreflight;
  render(<IstiodRevisions asked={{ kind: "here", value }} />);
}

it("tells of each revision where it was read, and under it each setting with its own state", () => {
  draw({ revisions: [{ ...revision, settings: [auto] }], source: "Pods of istiod in mesh" });
  const list = screen.getByRole("list", { name: "Revisions of istiod" });
  expect(list.textContent).toContain("istiod canary, 1.31.0");
  expect(list.textContent).toContain("Pods of istiod in mesh.");
  expect(within(screen.getByRole("group", { name: "Settings of istiod canary" })).getByText("problem")).toBeTruthy();
  expect(screen.queryByText("cannot see")).toBeNull();
});

it("tells by which names a machine may ask for it, or that nobody here knows", () => {
  draw({ revisions: [revision, { ...revision, revision: "old", settings: [], certificateNames: { names: null, source: "set from elsewhere" } }] });
  expect(screen.getByRole("group", { name: "Settings of istiod canary" }).textContent).toContain(
    "gw.example.net, besides its own: a machine may ask for istiod by this name. Told by its Pods.",
  );
  expect(within(screen.getByRole("group", { name: "Settings of istiod old" })).getByText("cannot see")).toBeTruthy();
});

it("says what cannot be seen in the server's words", () => {
  draw({ problem: "Ask whoever gives rights." });
  expect(screen.getByText("cannot see")).toBeTruthy();
  expect(screen.getByText("Ask whoever gives rights.")).toBeTruthy();
});
