import { render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { parseMaintenance } from "@/lib/domain/incidents/maintenance-annotation";
import { ROWS_NOW } from "@/lib/testing/rows";
import { MaintenanceNotices } from "./group-page";

vi.mock("@/lib/client/clock", () => ({ useOfNow: (read: (now: number) => unknown) => read(ROWS_NOW) }));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));

const HOUR = 3_600_000;
const announced = (on: "WorkloadGroup" | "Namespace", from: number, until: number) => ({
  on,
  ...parseMaintenance(`from=${new Date(ROWS_NOW + from).toISOString()} until=${new Date(ROWS_NOW + until).toISOString()} reason=Kernel update`),
});

it("shows current and future windows, and the error of an annotation", () => {
  render(<MaintenanceNotices announced={[announced("WorkloadGroup", -HOUR, HOUR), announced("Namespace", HOUR, 2 * HOUR)]} />);
  expect(screen.getByText(/^Maintenance of this group until .*: Kernel update\./)).toHaveProperty("dataset.until", String(ROWS_NOW + HOUR));
  expect(screen.getByText(/^Maintenance of its namespace from .* until .*: Kernel update\./)).toBeTruthy();
  expect(document.querySelector("[data-problem]")).toBeNull();
});

it("shows nothing for a window that is over", () => {
  render(<MaintenanceNotices announced={[announced("WorkloadGroup", -2 * HOUR, -HOUR)]} />);
  expect(document.body.textContent).toBe("");
});

it("shows the error of an annotation without a valid window", () => {
  render(<MaintenanceNotices announced={[{ on: "WorkloadGroup", ...parseMaintenance("until=tomorrow") }]} />);
  expect(document.querySelector("[data-problem=maintenance-fault]")?.textContent).toContain("of this group has no effect: from is missing.");
});
