import { render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { DraftObject } from "@/lib/client/draft-objects";
import type { ObjectStateWord } from "@/lib/format/new-group/review-words";
import { ReviewObject } from "./review-object";

afterEach(() => {
  vi.unstubAllGlobals();
});

const PLACE = { cluster: "eu", namespace: "shop", draft: "d" };
const GROUP: DraftObject = {
  ...{ kind: "WorkloadGroup", namespace: "shop", name: "web", text: "kind: WorkloadGroup\n" },
  ...{ command: "create-workloadgroup", resource: "workloadgroups" },
};
const ACCOUNT: DraftObject = {
  ...{ kind: "ServiceAccount", namespace: "shop", name: "web-vm", command: "create-serviceaccount", resource: null },
  text: "apiVersion: v1\nkind: ServiceAccount\n",
};
const SAID = { problem: "", causes: [], warnings: [], existing: null };

it.each<[ObjectStateWord, string, boolean]>([
  ["made", "Accepted", false],
  ["applying", "Applying", false],
  ["unknown", "Not known whether it was made", false],
  ["same", "There already, and the same", true],
])("an object that is %s reads %j, and green is only what was read from the cluster", (word, words, isGreen) => {
  render(<ReviewObject number={1} object={GROUP} state={{ ...SAID, word }} place={PLACE} />);
  expect(screen.getByText(words).classList.contains("text-good")).toBe(isGreen);
});

it("an account that was to be made and is there already is no success: it says whose identity its token is", async () => {
  vi.stubGlobal("fetch", async (path: string) =>
    Response.json(path === "/api/c/eu/accounts/shop/web-vm" ? { exists: true, groups: ["web"], machines: 3, pods: 0 } : {}),
  );
  render(<ReviewObject number={1} object={ACCOUNT} state={{ ...SAID, word: "used" }} place={PLACE} />);
  expect(await screen.findByText(/^It exists\. Its token is the identity of group web and 3 machines/)).toBeTruthy();
  expect(screen.getByText("There already, and used as it is").className).not.toContain("text-good");
});
