import { cleanup, render, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { ArrivalStepStatus } from "@/lib/domain/new-group/arrival";
import { Causes } from "./causes";
import { StepList } from "./step-list";

vi.mock("@/lib/client/clock", () => ({ useOfNow: (read: (now: number) => unknown) => read(60_000) }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));

const STEPS: readonly ArrivalStepStatus[] = [
  { step: "objects", state: "done", at: 1_000 },
  { step: "token", state: "done", at: 2_000 },
  { step: "connected", state: "waiting", at: null },
  { step: "health", state: "later", at: null },
  { step: "endpoints", state: "later", at: null },
];

const draw = (isLive: boolean) =>
  render(<StepList steps={STEPS} waits={STEPS[2] ?? null} factOf={({ step }) => `fact of ${step}`} below="why it does not come" isLive={isLive} />);

describe("the steps of an arrival", () => {
  it("say for the ear how far each is, and mark the one that everything waits for", () => {
    draw(true);
    const steps = screen.getAllByRole("listitem");
    expect(steps.map((step) => step.getAttribute("aria-current"))).toEqual([null, null, "step", null, null]);
    expect(steps.map((step) => step.textContent)).toEqual([
      expect.stringContaining("Objects applied: done"),
      expect.stringContaining("Token handed out: done"),
      expect.stringContaining("Machine connected: waited for"),
      expect.stringContaining("First health report: not yet"),
      expect.stringContaining("Taking traffic: not yet"),
    ]);
    expect(within(steps[2] ?? document.body).getByText("why it does not come")).toBeTruthy();
  });

  it("are green only while the page is live", () => {
    expect(draw(true).container.innerHTML).toContain("text-good");
    cleanup();
    expect(draw(false).container.innerHTML).not.toContain("text-good");
  });
});

describe("the causes of silence", () => {
  const place = { cluster: "eu", namespace: "shop", group: "web" };
  const token = { at: 1, expiresAt: 2, account: "web-vm" };
  const istio = { tokensKept: false, istioNamespace: "istio-system", istiod: "istiod.istio-system.svc" };

  it("are claimed where the server saw them, and possible where only the machine can tell", () => {
    render(
      <Causes
        {...place}
        problem=""
        checks={{ token, found: ["token-ended", "no-gateway"], possible: ["no-path", "clock"], gateway: "203.0.113.10", ...istio, unseen: [] }}
      />,
    );
    const seen = screen.getByRole("region", { name: "Seen by this server" });
    expect(
      within(seen)
        .getAllByRole("listitem")
        .map((item) => item.querySelector("b")?.textContent),
    ).toEqual(["The token has ended.", "The gateway has no address."]);
    const possible = screen.getByRole("region", { name: "Possible: only the machine can tell" });
    expect(possible.textContent).toContain("Its clock is off.");
    expect(possible.textContent).toContain("/dev/tcp/203.0.113.10/15012");
  });

  it("say what could not be checked, and claim nothing of it", () => {
    render(
      <Causes
        {...place}
        problem=""
        checks={{ token: null, found: [], possible: [], gateway: "", ...istio, unseen: ["Services in istio-system could not be read."] }}
      />,
    );
    expect(screen.getByText("This server sees nothing that keeps it away.")).toBeTruthy();
    expect(screen.getByText("Services in istio-system could not be read.")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Seen by this server" })).toBeNull();
  });

  it("are only what the server saw, where nothing on the machine helps", () => {
    render(<Causes {...place} problem="" checks={{ token: null, found: ["no-group"], possible: [], gateway: "", ...istio, unseen: [] }} />);
    expect(screen.getByRole("region", { name: "Seen by this server" }).textContent).toContain("kubectl --context eu -n shop get workloadgroup web");
    expect(screen.queryByRole("region", { name: "Possible: only the machine can tell" })).toBeNull();
  });

  it("are not told as nothing where the checks failed", () => {
    render(<Causes {...place} problem="The server cannot be reached." checks={null} />);
    expect(screen.queryByText("This server sees nothing that keeps it away.")).toBeNull();
    expect(screen.getByText("The server cannot be reached.")).toBeTruthy();
    expect(screen.getByRole("region", { name: "Possible: only the machine can tell" }).textContent).toContain("getent hosts ISTIOD");
  });
});
