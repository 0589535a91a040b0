import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { AppliedPolicies } from "@/lib/contract/views/selected-by";
import { PolicyList } from "./policy-list";

vi.mock("@/lib/client/live-provider", () => ({ useLiveIfAny: () => null }));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const POLICIES: AppliedPolicies = {
  lines: [{ resource: "sidecars", namespace: "shop", name: "narrow", by: "namespace", deed: { what: "knows", hosts: [] } }],
  ...{ labelsBy: null, bundle: "group", undecided: 0 },
};

it("the YAML of a policy is withdrawn within ten seconds where the right to read it is lost, which ends no stream", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const answers = [
    Response.json({ yaml: "kind: Sidecar\n", managedFields: "", resourceVersion: "1" }),
    Response.json({ title: "Not there", status: 404, detail: "It is out of sight." }, { status: 404 }),
  ];
  vi.stubGlobal("fetch", async () => answers.shift());
  render(<PolicyList cluster="eu" policies={POLICIES} unseen={[]} />);
  fireEvent.click(screen.getByRole("button", { name: "YAML" }));
  await act(async () => vi.advanceTimersByTimeAsync(0));
  expect(screen.getByText("kind: Sidecar")).toBeTruthy();
  await act(async () => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.queryByText("kind: Sidecar")).toBeNull();
  expect(screen.getByText("The object could not be read. It is out of sight.")).toBeTruthy();
  expect(answers).toEqual([]);
});
