import { expect, it } from "vitest";
import { anEntry, NOW } from "@/lib/testing/entries";
import { entryParts } from "./entry-parts";
import { storedEntry } from "./stored";

const writer = { manager: "pilot-discovery", operation: "Update", subresource: "", time: NOW };

it("an entry is whole again from its parts", () => {
  const entry = anEntry({ lastWriter: writer, weight: 3 });
  const { cluster, namespace, name, uid } = entry;
  const { shape, moving } = entryParts(entry);
  expect({ cluster, namespace, name, uid, ...shape, ...moving }).toEqual(entry);
  expect(Object.keys(shape).filter((key) => key in moving)).toEqual([]);
});

it("what was recorded before a field was kept has it blank", () => {
  const { cluster, namespace, name, uid } = anEntry();
  const { shape, moving } = entryParts(anEntry());
  const { generation: _, ...before } = moving;
  const entry = storedEntry(
    { cluster, namespace, name, uid },
    { body: JSON.stringify(shape), moving: JSON.stringify(before), shapeFormat: null, movingFormat: null },
  );
  expect(entry).toEqual(anEntry({ generation: null }));
});
