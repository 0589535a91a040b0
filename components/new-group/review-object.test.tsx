import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { DraftObject } from "@/lib/client/draft-objects";
import type { ObjectStateWord } from "@/lib/format/new-group/review-words";
import { ReviewObject } from "./review-object";

afterEach(cleanup);

const OBJECT: DraftObject = {
  ...{ kind: "WorkloadGroup", namespace: "shop", name: "web", text: "kind: WorkloadGroup\n" },
  ...{ command: "create-workloadgroup", resource: "workloadgroups" },
};

it.each<[ObjectStateWord, string, boolean]>([
  ["made", "Accepted", false],
  ["applying", "Applying", false],
  ["unknown", "Not known whether it was made", false],
  ["same", "There already, and the same", true],
])("an object that is %s reads %j, and green is only what was read from the cluster", (word, words, isGreen) => {
  render(<ReviewObject number={1} object={OBJECT} state={{ word, problem: "", warnings: [], existing: null }} />);
  expect(screen.getByText(words).classList.contains("text-good")).toBe(isGreen);
});
