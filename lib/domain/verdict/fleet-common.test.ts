import { describe, expect, it } from "vitest";
import { rolloutOf, separatingTraitsOfFleet, type TraitCounts } from "./shared-traits";

const zone = (value: string, troubled: number, others: number): TraitCounts => ({ trait: "zone", value, troubled, others });

describe("what machines in trouble share across groups", () => {
  it.each<readonly [string, readonly TraitCounts[], number, number, readonly string[]]>([
    ["a zone that all have and few others do", [zone("eu-central-1b", 173, 8)], 173, 636, ["zone eu-central-1b 173"]],
    ["a zone that nearly all have", [zone("eu-central-1b", 172, 8), zone("eu-central-1a", 1, 300)], 173, 636, ["zone eu-central-1b 172"]],
    ["no zone that only most have", [zone("eu-central-1b", 150, 8)], 173, 636, []],
    ["a network of which half of the machines are in trouble", [{ ...zone("vpc-2", 24, 24), trait: "network" }], 24, 800, ["network vpc-2 24"]],
    ["no network in which most machines are well", [{ ...zone("vpc-2", 24, 515), trait: "network" }], 24, 1_186, []],
    ["nothing that most others have too", [{ ...zone("vpc-1", 173, 600), trait: "network" }], 173, 636, []],
    ["nothing that is not set", [zone("", 173, 8)], 173, 636, []],
    ["nothing where two are in trouble", [zone("eu-central-1b", 2, 0)], 2, 800, []],
    ["nothing where nobody is well", [zone("eu-central-1b", 800, 0)], 800, 0, []],
    [
      "two traits, the one that fewer others have first",
      [
        { ...zone("canary", 20, 15), trait: "revision" },
        { ...zone("istiod-c", 20, 4), trait: "replica" },
        { ...zone("vpc-9", 20, 40), trait: "network" },
      ],
      20,
      400,
      ["replica istiod-c 20", "revision canary 20"],
    ],
  ])("is %s", (_, traits, troubled, others, shared) => {
    expect(separatingTraitsOfFleet(traits, troubled, others).map(({ trait, value, count }) => `${trait} ${value} ${count}`)).toEqual(shared);
  });
});

describe("a rollout of istiod", () => {
  const minute = 60_000;
  const now = 100 * minute;
  const up = (name: string, minutes: number) => ({ name, runningSince: now - minutes * minute });

  it.each<readonly [string, Parameters<typeof rolloutOf>[0], readonly string[], ReturnType<typeof rolloutOf>]>([
    [
      "is seen by replicas that machines name and that went, and by others that came",
      [up("istiod-8d2e-x7k2p", 2), up("istiod-8d2e-q9w8e", 1)],
      ["istiod-7c9f-aaaaa", "istiod-7c9f-bbbbb", "istiod-8d2e-x7k2p"],
      { ended: ["istiod-7c9f-aaaaa", "istiod-7c9f-bbbbb"], started: ["istiod-8d2e-x7k2p", "istiod-8d2e-q9w8e"], since: now - 2 * minute },
    ],
    ["is not a Pod made anew by its ReplicaSet", [up("istiod-7c9f-x7k2p", 2)], ["istiod-7c9f-aaaaa"], null],
    ["is not another Deployment that is young", [up("istiod-canary-5b6c-x7k2p", 2)], ["istiod-7c9f-aaaaa"], null],
    ["is none where a replica went and none came", [up("istiod-7c9f-bbbbb", 5_000)], ["istiod-7c9f-aaaaa"], null],
    ["is none where one came and nobody names one that went", [up("istiod-8d2e-x7k2p", 2)], ["istiod-8d2e-x7k2p", ""], null],
    ["is none where the new one does not run", [{ name: "istiod-8d2e-x7k2p", runningSince: null }], ["istiod-7c9f-aaaaa"], null],
  ])("%s", (_, replicas, holders, rollout) => {
    expect(rolloutOf(replicas, holders, now)).toEqual(rollout);
  });
});
