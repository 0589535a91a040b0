import { expect, it } from "vitest";
import type { LossRow } from "@/lib/contract/answers/history";
import { scopeFromPermissions } from "@/lib/domain/source/scope";
import type { History } from "./history/history";
import { lostEntry } from "./lost-entry";

const VIEWER = { subject: "somebody", mayWrite: false, scope: scopeFromPermissions(new Map()) };
const ENTRY = { cluster: "prod-eu", namespace: "shop", name: "vm-1", uid: "" };

/** The loss that a history answers with from its n-th answer on, and how often it was read. */
async function foundFrom(answer: number) {
  let reads = 0;
  const loss = { name: "vm-1" } as unknown as LossRow;
  const timeline = (async () => ({ last: ++reads >= answer ? loss : null })) as unknown as History["timeline"];
  return { found: (await lostEntry({ history: { timeline } as History }, VIEWER, ENTRY)) === loss, reads };
}

it.each([
  ["at once", 1, { found: true, reads: 1 }],
  ["a moment after the fleet lost the entry", 3, { found: true, reads: 3 }],
  ["never", 9, { found: false, reads: 3 }],
])("a loss that is recorded %s is read up to three times", async (_when, answer, expected) => {
  expect(await foundFrom(answer)).toEqual(expected);
});
