import { describe, expect, it } from "vitest";
import type { StoredObjectMetadata } from "@/lib/domain/object/kubernetes-object";
import type { StoredMeshService } from "@/lib/domain/selection/objects";
import { IndexedTable } from "./indexed-table";

const service = (change: Partial<StoredMeshService> = {}): StoredMeshService => ({
  ...{ cluster: "eu", kind: "services", uid: "1", namespace: "shop", name: "checkout", resourceVersion: "1", createdAt: 0, unreadable: null, parsed: null },
  ...{ selector: [], hosts: [], ports: [], traits: [], mutedFindings: "", istiodStatus: "", ...change },
});
const uids = (values: Iterable<StoredObjectMetadata>) => [...values].map(({ uid }) => uid);

describe("a table", () => {
  it("finds objects by uid, by namespace and by its indexes, in each cluster apart", () => {
    const table = new IndexedTable<StoredMeshService>({ host: ({ hosts }) => hosts });
    table.upsert(service({ hosts: ["a", "b"] }));
    table.upsert(service({ uid: "2", hosts: ["b"] }));
    table.upsert(service({ uid: "2", cluster: "us", namespace: "legacy" }));
    expect(table.get("eu", "2")?.hosts).toEqual(["b"]);
    expect(table.get("us", "1")).toBeUndefined();
    expect([uids(table.values()), table.size]).toEqual([["1", "2", "2"], 3]);
    expect([uids(table.inNamespace("eu", "shop")), uids(table.inNamespace("us", "legacy")), uids(table.inNamespace("us", "shop"))]).toEqual([
      ["1", "2"],
      ["2"],
      [],
    ]);
    expect([uids(table.byIndex("host", "b")), uids(table.byIndex("host", "c")), uids(table.byIndex("name", "checkout"))]).toEqual([["1", "2"], [], []]);
  });

  it("moves an object in its indexes as it changes, and forgets it everywhere", () => {
    const table = new IndexedTable<StoredMeshService>({ host: ({ hosts }) => hosts });
    table.upsert(service({ hosts: ["a"] }));
    table.upsert(service({ hosts: ["b"], namespace: "legacy" }));
    expect([uids(table.byIndex("host", "a")), uids(table.byIndex("host", "b")), uids(table.inNamespace("eu", "shop"))]).toEqual([[], ["1"], []]);
    table.remove("eu", "1");
    table.remove("eu", "1");
    expect([uids(table.byIndex("host", "b")), uids(table.inNamespace("eu", "legacy")), table.size]).toEqual([[], [], 0]);
  });

  it("counts what a cluster has, and a namespace of it", () => {
    const table = new IndexedTable<StoredMeshService>();
    table.upsert(service());
    table.upsert(service({ uid: "2", namespace: "legacy" }));
    table.upsert(service({ uid: "3", cluster: "us" }));
    table.upsert(service({ uid: "3", cluster: "us", resourceVersion: "2" }));
    expect([table.count("eu"), table.count("eu", "shop"), table.count("us", "shop"), table.count("us", "legacy"), table.count("asia")]).toEqual([
      2, 1, 1, 0, 0,
    ]);
    expect([uids(table.inCluster("eu")), uids(table.inCluster("asia"))]).toEqual([["1", "2"], []]);
  });

  it("keeps what has no namespace for its cluster alone", () => {
    const table = new IndexedTable<StoredObjectMetadata>();
    table.upsert({ cluster: "eu", namespace: "", uid: "n1", resourceVersion: "1" });
    expect([table.count("eu"), uids(table.inCluster("eu")), table.count("eu", ""), table.inNamespace("eu", "")]).toEqual([1, ["n1"], 0, []]);
    table.remove("eu", "n1");
    expect([table.count("eu"), table.size]).toEqual([0, 0]);
  });

  it("tells of what came, changed and went, and not of the same version again", () => {
    const table = new IndexedTable<StoredMeshService>();
    const told: unknown[] = [];
    const unhook = table.hook((before, after) => told.push([before?.resourceVersion ?? null, after?.resourceVersion ?? null]));
    table.upsert(service());
    table.upsert(service());
    table.upsert(service({ resourceVersion: "2" }));
    table.remove("eu", "1");
    unhook();
    table.upsert(service());
    expect(told).toEqual([
      [null, "1"],
      ["1", "2"],
      ["2", null],
    ]);
  });
});
