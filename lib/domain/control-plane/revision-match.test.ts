import { expect, it } from "vitest";
import { type RevisionsOfGroup, revisionMismatchOf } from "./revision-match";

const RUNNING = new Set(["default", "1-31"]);
const of = (change: Partial<RevisionsOfGroup>): RevisionsOfGroup => ({ group: "", namespace: "", held: [{ revision: "default", count: 5 }], ...change });

it.each<[string, Partial<RevisionsOfGroup>, object | null]>([
  ["nobody asks for a revision", {}, null],
  ["namespaces are out of sight", { namespace: null }, null],
  ["the namespace's revision holds all", { namespace: "default" }, null],
  ["the namespace wants another", { namespace: "1-31" }, { wantedBy: "namespace", wanted: "1-31", isUnknown: false, others: 5 }],
  ["the group's word counts more", { namespace: "default", group: "1-31" }, { wantedBy: "group", wanted: "1-31", others: 5 }],
  ["and is met", { namespace: "1-31", group: "default" }, null],
  ["a revision that nobody runs", { namespace: "prod-stable" }, { wanted: "prod-stable", isUnknown: true, others: 5 }],
  [
    "some machines are there already",
    {
      namespace: "1-31",
      held: [
        { revision: "1-31", count: 3 },
        { revision: "default", count: 2 },
        { revision: "1-29", count: 4 },
      ],
    },
    {
      heldBy: [
        { revision: "1-29", count: 4 },
        { revision: "default", count: 2 },
      ],
      others: 6,
    },
  ],
  ["nobody is held", { namespace: "1-31", held: [] }, null],
])("%s", (_what, change, mismatch) => {
  const found = revisionMismatchOf(of(change), RUNNING);
  if (mismatch === null) expect(found).toBeNull();
  else expect(found).toMatchObject(mismatch);
});
