import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { ComparisonList, DiagnosisCard, DiagnosisStepList } from "./diagnosis-card";

const PROBE = "ssh 10.20.1.14 curl -sS -i http://localhost:8000/healthz";

it("shows each part with its answer, in the order why, what to do, istiod", () => {
  render(
    <DiagnosisCard
      tone="bad"
      why={{ answer: "Port 8000 refuses connections." }}
      todo={{ answer: "Check one machine." }}
      istiod={{ answer: "No evidence that it is istiod." }}
    />,
  );
  const parts = screen.getAllByRole("region");
  expect(parts.map((part) => part.getAttribute("data-section"))).toEqual(["why", "next", "replicas"]);
  expect(parts.map(({ id }) => id)).toEqual(["", "next", "control-plane"]);
  expect(parts.map((part) => part.querySelector("h2 + [data-answer]")?.textContent)).toEqual([
    "Port 8000 refuses connections.",
    "Check one machine.",
    "No evidence that it is istiod.",
  ]);
});

it("copies the command of a step and confirms it", async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
  render(<DiagnosisStepList steps={[{ text: "Run the probe on a machine.", command: PROBE }, { text: "Compare two machines." }]} />);
  const [first, second] = screen.getAllByRole("listitem");
  const button = within(first as HTMLElement).getByRole("button", { name: "Copy Run the probe on a machine." });
  await act(async () => fireEvent.click(button));
  expect(writeText).toHaveBeenCalledWith(PROBE);
  expect(button.textContent).toBe("Copied");
  expect(within(second as HTMLElement).queryByRole("button")).toBeNull();
  vi.unstubAllGlobals();
});

it("shows the direction of each comparison: evidence for istiod as the cause, or against it", () => {
  render(
    <ComparisonList
      checks={[
        { text: "3 of 3 replicas are ready.", speaks: "against" },
        { text: "1 of 3 replicas is ready.", speaks: "for" },
        { text: "The rollout began later.", speaks: "none" },
        { text: "Pods are not visible.", speaks: "unknown", data: { "data-check": "replicas" } },
      ]}
    />,
  );
  expect(screen.getAllByRole("listitem").map((check) => check.querySelector(".sr-only")?.textContent.trim())).toEqual([
    "Against istiod as the cause:",
    "For istiod as the cause:",
    "Not comparable:",
    "Not known:",
  ]);
  expect(screen.getByText("Pods are not visible.").closest("li")?.getAttribute("data-check")).toBe("replicas");
});

it("has no green next to evidence against istiod, because it may be about machines in trouble", () => {
  render(
    <ComparisonList
      checks={[
        { text: "3 of 3 replicas are ready.", speaks: "against" },
        { text: "5 of 49 other machines are in trouble.", speaks: "against" },
      ]}
    />,
  );
  const items = screen.getAllByRole("listitem");
  expect(items.map((item) => item.querySelector(".text-good") !== null)).toEqual([false, false]);
  expect(items[1]?.querySelector(".sr-only")?.textContent.trim()).toBe("Against istiod as the cause:");
});

it("renders nothing without steps or comparisons", () => {
  const { container } = render(
    <>
      <DiagnosisStepList steps={[]} />
      <ComparisonList checks={[]} />
    </>,
  );
  expect(container.innerHTML).toBe("");
});
