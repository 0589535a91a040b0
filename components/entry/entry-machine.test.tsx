import { fireEvent, render, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { anEntryRow } from "@/lib/testing/rows";
import { ObjectDetail } from "./entry-details";
import { EntryMachineFacts } from "./entry-machine";
import type { EntryWithDetail } from "./use-last-seen";

// Age needs the live connection of the page, which tests do not have.
vi.mock("@/components/table/times", () => ({ Age: () => null, QuietAge: () => null, Moment: () => null }));
vi.mock("@/lib/client/clock", () => import("@/lib/testing/still-clock"));
vi.mock("@/components/table/use-zone", () => ({ useZone: () => "utc" }));

function factsOf({ locality, from, weight }: { readonly locality: string; readonly from: string; readonly weight: number | null }) {
  const detail = {
    localityFrom: from,
    weight,
    serviceAccount: "",
    ports: [],
    replica: null,
    labels: [],
    owner: null,
    lastWriter: null,
    managedBy: "",
    groupExists: true,
  } as unknown as EntryWithDetail["detail"];
  const row = anEntryRow({ locality });
  const { container } = render(
    <>
      <EntryMachineFacts row={row} detail={detail} />
      <ObjectDetail row={row} detail={detail} />
    </>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Object" }));
  const textOf = (field: string) => container.querySelector(`[data-fact="${field}"]`)?.textContent ?? null;
  return ["locality", "locality-reading", "weight", "weight-reading"].map(textOf);
}

it("shows how Istio reads a locality and the weight 0", () => {
  expect(factsOf({ locality: "us-east-1a", from: "spec.locality", weight: 0 })).toEqual([
    "us-east-1a",
    "Istio reads region us-east-1a, no zone.",
    "0",
    "Istio reads 0 as 1.",
  ]);
});

it("shows no interpretation of plain values", () => {
  expect(factsOf({ locality: "us/us-a", from: "spec.locality", weight: null })).toEqual(["us/us-a", null, "not set", null]);
});

it("shows no values of an object that cannot be read", () => {
  const { container } = render(<EntryMachineFacts row={anEntryRow({ state: "unreadable" })} detail={{} as EntryWithDetail["detail"]} />);
  expect(container.textContent).toContain("Not known: the object cannot be read.");
  expect(container.querySelector("[data-fact]")).toBeNull();
});
