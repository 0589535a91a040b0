import { expect, it } from "vitest";
import { type RevisionsOfGroup, revisionMismatchOf } from "./revision-match";

const RUNNING = new Set(["default", "1-31"]);
const of = (change: Partial<RevisionsOfGroup>): RevisionsOfGroup => ({ group: "", namespace: "", held: [{ revision: "default", count: 5 }], ...change });

it.each<[string, Partial<RevisionsOfGroup>, object | null]>([
  ["no revision is set", {}, null],
  ["namespaces are not visible", { namespace: null }, null],
  ["all machines have the revision of the namespace", { namespace: "default" }, null],
  ["the namespace sets another revision", { namespace: "1-31" }, { wantedBy: "namespace", wanted: "1-31", isUnknown: false, others: 5 }],
  [
    "the group and its namespace set different revisions, and that of the group counts",
    { namespace: "default", group: "1-31" },
    { wantedBy: "group", wanted: "1-31", others: 5 },
  ],
  ["all machines have the revision of the group, not of the namespace", { namespace: "1-31", group: "default" }, null],
  ["the set revision has no replica", { namespace: "prod-stable" }, { wanted: "prod-stable", isUnknown: true, others: 5 }],
  [
    "some machines have the set revision",
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
  ["no machine is connected", { namespace: "1-31", held: [] }, null],
])("revisionMismatchOf returns the right mismatch if %s", (_what, change, mismatch) => {
  const found = revisionMismatchOf(of(change), RUNNING);
  if (mismatch === null) expect(found).toBeNull();
  else expect(found).toMatchObject(mismatch);
});
