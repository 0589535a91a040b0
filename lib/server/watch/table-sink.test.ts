import { expect, it } from "vitest";
import type { IndexedTableObject } from "@/lib/domain/object/kubernetes-object";
import { IndexedTable } from "@/lib/server/table/indexed-table";
import { TableSink } from "./table-sink";

const object = (uid: string, namespace = "shop", resourceVersion = "1"): IndexedTableObject => ({
  ...{ cluster: "eu", kind: "services", uid, namespace, name: uid, resourceVersion, createdAt: 0, unreadable: null },
});
const sinkOf = (table: IndexedTable<IndexedTableObject>, namespace: string) =>
  new TableSink({ table, cluster: "eu", namespace }, { freshness: () => undefined });

it.each(["shop", "*"])("replaces, counts and removes only the objects of its cluster and namespace (%s)", (namespace) => {
  const table = new IndexedTable<IndexedTableObject>();
  table.upsert({ ...object("far"), cluster: "us" });
  const sink = sinkOf(table, namespace);
  for (const uid of ["a", "b", "c"]) sink.upsert(object(uid));
  expect([sink.size(), [...sink.versions()]]).toEqual([
    3,
    [
      ["a", "1"],
      ["b", "1"],
      ["c", "1"],
    ],
  ]);
  sink.beginReplace();
  sink.upsert(object("a", "shop", "2"));
  sink.abandonReplace();
  expect(sink.size()).toBe(3);
  sink.beginReplace();
  sink.upsert(object("a", "shop", "2"));
  sink.upsert(object("b"));
  sink.endReplace();
  sink.remove(object("b"));
  expect([...sink.versions()]).toEqual([["a", "2"]]);
  sink.forget((covered) => covered === "legacy");
  expect([sink.size(), table.size]).toEqual([0, 1]);
});

it("one of a namespace leaves those of others alone, and one of all keeps what another covers", () => {
  const table = new IndexedTable<IndexedTableObject>();
  const [shop, all] = [sinkOf(table, "shop"), sinkOf(table, "*")];
  table.upsert(object("a", "legacy"));
  shop.upsert(object("b"));
  shop.beginReplace();
  shop.endReplace();
  expect([table.size, all.size()]).toEqual([1, 1]);
  table.upsert(object("c"));
  all.forget((namespace) => namespace === "shop");
  expect([...all.versions()]).toEqual([["c", "1"]]);
});
