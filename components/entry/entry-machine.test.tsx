import { render } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { anEntryRow } from "@/lib/testing/rows";
import { EntryMachine } from "./entry-machine";
import type { SeenEntry } from "./use-last-seen";

// An age needs the live connection of the page.
vi.mock("@/components/table/times", () => ({ Age: () => null }));

function factsOf({ locality, from, weight }: { readonly locality: string; readonly from: string; readonly weight: number | null }) {
  const detail = { localityFrom: from, weight, serviceAccount: "", ports: [], replica: null } as unknown as SeenEntry["detail"];
  const { container } = render(<EntryMachine row={anEntryRow({ locality })} detail={detail} />);
  const textOf = (field: string) => container.querySelector(`[data-fact="${field}"]`)?.textContent ?? null;
  return ["locality", "locality-reading", "weight", "weight-reading"].map(textOf);
}

it("shows what Istio reads of a locality and of the weight 0 beside what is written", () => {
  expect(factsOf({ locality: "us-east-1a", from: "spec.locality", weight: 0 })).toEqual([
    "us-east-1a",
    "Istio reads region us-east-1a, no zone.",
    "0",
    "Istio reads 0 as 1.",
  ]);
});

it("shows no reading of what is plain to see", () => {
  expect(factsOf({ locality: "us/us-a", from: "spec.locality", weight: null })).toEqual(["us/us-a", null, "not set", null]);
});
