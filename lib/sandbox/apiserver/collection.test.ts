import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Collection } from "./collection";
import { keyOf, Stored } from "./stored";

interface Write {
  readonly namespace: string;
  readonly name: string;
  readonly isRemoval: boolean;
}

const writes = fc.array(fc.record({ namespace: fc.constantFrom("a", "a-b", "b"), name: fc.constantFrom("x", "y", "z", "x-1"), isRemoval: fc.boolean() }), {
  maxLength: 60,
});

function play(collection: Collection, all: readonly Write[], seen: Array<readonly string[]>): void {
  for (const [index, { namespace, name, isRemoval }] of all.entries()) {
    const metadata = { namespace, name, resourceVersion: String(index + 1) };
    const stored = new Stored(keyOf(namespace, name), { apiVersion: "v1", kind: "ConfigMap", metadata });
    if (isRemoval) collection.remove(stored);
    else collection.put(stored);
    seen.push(keysOf(collection.list("")));
  }
}

function keysOf(list: readonly Stored[]): string[] {
  return list.map(({ key }) => key);
}

describe("a collection", () => {
  it("lists in key order, whatever the order of writes", () => {
    fc.assert(
      fc.property(writes, (all) => {
        const collection = new Collection(0, 1000);
        play(collection, all, []);
        const keys = keysOf(collection.list(""));
        expect(keys).toEqual([...keys].sort());
        expect(keysOf(collection.list("a"))).toEqual(keys.filter((key) => key.startsWith("a/")));
      }),
    );
  });

  it("shows at every remembered revision what it held then", () => {
    fc.assert(
      fc.property(writes, (all) => {
        const collection = new Collection(0, 1000);
        const seen: Array<readonly string[]> = [];
        play(collection, all, seen);
        for (const [index, keys] of seen.entries()) expect(keysOf(collection.listAt("", index + 1))).toEqual(keys);
      }),
    );
  });
});
