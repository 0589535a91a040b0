import { expect, it } from "vitest";
import { sortedLabelSet } from "@/lib/domain/object/label-set";
import { SOURCES } from "@/lib/domain/source/source";
import { createTables, TABLE_SOURCES, tableOf } from "@/lib/server/cluster/tables";
import { followSources, type NotFollowed } from "./followed-sources";

const allBut = (followed: string): NotFollowed =>
  Object.fromEntries(TABLE_SOURCES.filter((source) => source !== followed).map((source) => [source, "Not read."]));

it.each(TABLE_SOURCES)("follows %s unless the reader declares that it does not, and no declared source, until it ends", (source) => {
  const tables = createTables();
  const heard: (string | undefined)[] = [];
  const ends = followSources(tables, allBut(source), (_before, after) => heard.push(after?.uid));
  const change = (resourceVersion: string) => {
    for (const name of TABLE_SOURCES) {
      const object = {
        ...{ cluster: "eu", namespace: "shop", name: "a", resourceVersion },
        createdAt: null,
        unreadable: null,
        fields: sortedLabelSet([]),
        endpoints: [],
      };
      tableOf(tables, name).upsert({ ...object, kind: SOURCES[name].kind, uid: name });
    }
  };
  change("1");
  expect(heard).toEqual([source]);
  for (const end of ends) end();
  change("2");
  expect(heard).toHaveLength(1);
});
