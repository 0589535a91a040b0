import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { IncidentNumber } from "./incident-number";

test("a filled circle is trouble that lasts, and violet if machines are only unverified", () => {
  render(
    <>
      <IncidentNumber number={1} look="open" />
      <IncidentNumber number={2} look="unverified" />
      <IncidentNumber number={3} look="recovering" />
    </>,
  );
  expect(screen.getByText("1").className).toContain("bg-bad");
  expect(screen.getByText("2").className).toContain("bg-blind");
  expect(screen.getByText("3").className).not.toMatch(/(^| )bg-/);
});

test("a circle without a number is empty and has no tooltip", () => {
  const { container } = render(<IncidentNumber number={null} look="long-running" />);
  expect(container.textContent).toBe("");
  expect(container.querySelector("[title]")).toBeNull();
});
