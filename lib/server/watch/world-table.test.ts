import { expect, it } from "vitest";
import type { StoredObjectMetadata } from "@/lib/domain/object/kubernetes-object";
import { WorldTable } from "./world-table";

const object = (uid: string, resourceVersion = "1"): StoredObjectMetadata => ({ cluster: "eu", namespace: "istio-system", uid, resourceVersion });
const removed = (uid: string) => ({ ...object(uid), name: uid });

function tableOf(...uids: string[]) {
  const told: string[][] = [];
  const held = (): string[] => [...table.values()].map(({ uid, resourceVersion }) => `${uid}@${resourceVersion}`);
  const table = new WorldTable<StoredObjectMetadata>("eu", () => told.push(held()));
  for (const uid of uids) table.upsert(object(uid));
  told.length = 0;
  return { table, told, held };
}

it("tells of every change, also of the same version again, which a restored server may give to something else", () => {
  const { table, told } = tableOf("a");
  table.upsert(object("b"));
  table.upsert(object("b"));
  table.remove(removed("a"));
  expect(told).toEqual([["a@1", "b@1"], ["a@1", "b@1"], ["b@1"]]);
});

it("tells nothing where what goes was not there", () => {
  const { table, told } = tableOf("a");
  table.remove(removed("b"));
  expect(told).toEqual([]);
});

it("tells of a replacement once, at its end, and counts it", () => {
  const { table, told } = tableOf("a", "b");
  expect(table.replaced()).toBe(0);
  table.beginReplace();
  table.upsert(object("b", "2"));
  table.upsert(object("c"));
  expect(told).toEqual([]);
  table.endReplace();
  expect([told, table.replaced()]).toEqual([[["b@2", "c@1"]], 1]);
});

it("keeps everything where a replacement is abandoned, which it neither tells nor counts, and tells of changes from then on", () => {
  const { table, told, held } = tableOf("a");
  table.beginReplace();
  table.upsert(object("b"));
  table.abandonReplace();
  expect([told, table.replaced(), held()]).toEqual([[], 0, ["a@1", "b@1"]]);
  table.upsert(object("c"));
  expect(told).toEqual([["a@1", "b@1", "c@1"]]);
});

it("tells how fresh its source is, as it was told last", () => {
  const { table, told } = tableOf();
  expect(table.freshnessNow()).toBeNull();
  const denied = { kind: "denied", asOf: null, reason: "forbidden" } as const;
  table.freshness(denied);
  expect([told, table.freshnessNow()]).toEqual([[[]], denied]);
});
