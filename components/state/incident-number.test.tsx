import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { IncidentChartNumber } from "./incident-number";

const circle = (number: string) => screen.getByText(number).parentElement?.className;

test("fills the circle while the incident is open, in violet if its machines are only unverified", () => {
  render(
    <>
      <IncidentChartNumber number={1} look="open" />
      <IncidentChartNumber number={2} look="unverified" />
      <IncidentChartNumber number={3} look="recovering" />
    </>,
  );
  expect(circle("1")).toMatch(/text-bad .*bg-current/);
  expect(circle("2")).toMatch(/text-blind .*bg-current/);
  expect(circle("3")).toContain("text-bad");
  expect(circle("3")).not.toContain("bg-current");
});

test("shows an empty circle without tooltip if the incident has no number", () => {
  const { container } = render(<IncidentChartNumber number={null} look="long-running" />);
  expect(container.textContent).toBe("");
  expect(container.querySelector("[title]")).toBeNull();
  expect(container.firstElementChild?.className).not.toContain("invisible");
});

test("reserves the place of a number that is not known yet", () => {
  const { container } = render(<IncidentChartNumber number={null} look="open" />);
  expect(container.firstElementChild?.className).toContain("invisible");
});
