import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  flatLocalities,
  hasDroppedLocalityParts,
  hasNoLocality,
  type LocalityNode,
  localityKey,
  localityNodeKey,
  localityPartsOf,
  localityTree,
  type MembersOfLocality,
  NO_LOCALITY,
  ZERO_LOCALITY_COUNTS,
  zoneOfLocality,
} from "./locality-tree";

describe("a locality", () => {
  it.each([
    ["", "//", true, false],
    ["/", "//", true, false],
    ["eu", "eu//", false, false],
    ["eu/a", "eu/a/", false, false],
    ["eu/a/rack-1", "eu/a/rack-1", false, false],
    ["eu/a/rack-1/4", "eu/a/rack-1", false, true],
    ["eu/a/rack-1/", "eu/a/rack-1", false, false],
    ["eu//rack-1", "eu//rack-1", false, false],
    ["/a", "/a/", false, false],
    ["///4", "//", true, true],
  ])("a locality: %j has the key %j", (text, key, nowhere, odd) => {
    expect([localityKey(localityPartsOf(text)), hasNoLocality(localityPartsOf(text)), hasDroppedLocalityParts(text)]).toEqual([key, nowhere, odd]);
  });

  it("a locality is equal for two texts that differ in the fourth part", () => {
    expect(localityPartsOf("eu/a/b/c")).toEqual(localityPartsOf("eu/a/b/d"));
  });

  it("a locality has a zone only if its zone part is set", () => {
    expect(zoneOfLocality(localityPartsOf("eu/a/b"))).toEqual({ region: "eu", zone: "a", subzone: "" });
    expect([zoneOfLocality(localityPartsOf("eu")), zoneOfLocality(NO_LOCALITY), zoneOfLocality(localityPartsOf("eu//b"))]).toEqual([null, null, null]);
  });
});

const share = (locality: string | null, machines = 1, groups: readonly string[] = [], hosts: readonly string[] = []): MembersOfLocality => ({
  place: locality === null ? null : localityPartsOf(locality),
  counts: { ...ZERO_LOCALITY_COUNTS, machines, counts: [machines, 0], weight: machines * 2 },
  groups,
  hosts,
});

const spelled = (nodes: readonly LocalityNode[]) => flatLocalities(nodes).map((node) => `${localityNodeKey(node)} ${node.counts.machines}`);

describe("the tree of localities", () => {
  it.each<readonly [string, readonly MembersOfLocality[], readonly string[]]>([
    ["is empty without machines", [], []],
    ["has a zone inside its region", [share("eu/a", 3)], ["region:eu// 3", "zone:eu/a/ 3"]],
    ["has separate zones for the same name in two regions", [share("eu/a"), share("us/a")], ["region:eu// 1", "zone:eu/a/ 1", "region:us// 1", "zone:us/a/ 1"]],
    [
      "has the subzones of a zone, and one without a name for machines without a subzone",
      [share("eu/a/1"), share("eu/a", 2)],
      ["region:eu// 3", "zone:eu/a/ 3", "subzone:eu/a/1 1", "subzone:eu/a/ 2"],
    ],
    [
      "has a zone without a name for machines with a region only, after the others",
      [share("eu"), share("eu/a", 2)],
      ["region:eu// 3", "zone:eu/a/ 2", "zone:eu// 1"],
    ],
    ["ignores a fourth part", [share("eu/a/1/x"), share("eu/a/1/y")], ["region:eu// 2", "zone:eu/a/ 2", "subzone:eu/a/1 2"]],
    ["has machines without a locality after all regions", [share(""), share("us/a")], ["region:us// 1", "zone:us/a/ 1", "nowhere:// 1"]],
    ["separates hidden localities from machines without a locality", [share(null), share("")], ["nowhere:// 1", "unseen:// 1"]],
    ["has a region without a name for a zone without a region", [share("/a")], ["region:// 1", "zone:/a/ 1"]],
    ["has a zone without a name for an empty middle part", [share("eu//1")], ["region:eu// 1", "zone:eu// 1", "subzone:eu//1 1"]],
  ])("the tree of localities: %s", (_, shares, expected) => {
    expect(spelled(localityTree(shares))).toEqual(expected);
  });

  it("the tree of localities counts each group and each service once, whatever the number of its members", () => {
    const [region] = localityTree([share("eu/a", 1, ["g"], ["h", "i"]), share("eu/b", 1, ["g", "k"], ["h"])]);
    expect([region?.groups, region?.hosts]).toEqual([2, 2]);
    expect(region?.children.map(({ groups, hosts }) => [groups, hosts])).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  it("the tree of localities counts every machine and every weight once on each level", () => {
    const locality = fc.array(fc.constantFrom("", "a", "b"), { maxLength: 5 }).map((parts) => parts.join("/"));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.option(locality), fc.nat({ max: 9 }))), (given) => {
        const tree = localityTree(given.map(([text, machines]) => share(text, machines)));
        const sum = (nodes: readonly LocalityNode[], of: "machines" | "weight") => nodes.reduce((total, { counts }) => total + counts[of], 0);
        expect(sum(tree, "machines")).toBe(given.reduce((total, [, machines]) => total + machines, 0));
        for (const node of flatLocalities(tree)) {
          if (node.children.length === 0) continue;
          expect([sum(node.children, "machines"), sum(node.children, "weight")]).toEqual([node.counts.machines, node.counts.weight]);
          expect(node.counts.counts[0] ?? 0).toBe(node.counts.machines);
        }
        const keys = flatLocalities(tree).map(localityNodeKey);
        expect(new Set(keys).size).toBe(keys.length);
      }),
    );
  });
});
