import { describe, expect, it } from "vitest";
import { type FleetTraitCounts, observedIstiodRollout, separatingTraitsOfFleet } from "./shared-traits";

const zone = (value: string, troubled: number, others: number): FleetTraitCounts => ({ trait: "zone", value, troubled, others });

describe("a value that separates troubled machines from all others", () => {
  it.each<readonly [string, readonly FleetTraitCounts[], number, number, readonly string[]]>([
    ["a zone that all machines in trouble and few others have", [zone("eu-central-1b", 173, 8)], 173, 636, ["zone eu-central-1b 173"]],
    ["a zone that nearly all machines in trouble have", [zone("eu-central-1b", 172, 8), zone("eu-central-1a", 1, 300)], 173, 636, ["zone eu-central-1b 172"]],
    ["not a zone that fewer than nine tenths of the machines in trouble have", [zone("eu-central-1b", 150, 8)], 173, 636, []],
    ["a network if half of its machines are in trouble", [{ ...zone("vpc-2", 24, 24), trait: "network" }], 24, 800, ["network vpc-2 24"]],
    ["not a network if most of its machines are healthy", [{ ...zone("vpc-2", 24, 515), trait: "network" }], 24, 1_186, []],
    ["not a value that most others have, too", [{ ...zone("vpc-1", 173, 600), trait: "network" }], 173, 636, []],
    ["not an empty value", [zone("", 173, 8)], 173, 636, []],
    ["nothing if only two machines are in trouble", [zone("eu-central-1b", 2, 0)], 2, 800, []],
    ["nothing if no machine is healthy", [zone("eu-central-1b", 800, 0)], 800, 0, []],
    [
      "the value that fewer others have before another one",
      [
        { ...zone("canary", 20, 15), trait: "revision" },
        { ...zone("istiod-c", 20, 4), trait: "replica" },
        { ...zone("vpc-9", 20, 40), trait: "network" },
      ],
      20,
      400,
      ["replica istiod-c 20", "revision canary 20"],
    ],
  ])("a value that separates machines in trouble from all others is %s", (_, traits, troubled, others, shared) => {
    expect(separatingTraitsOfFleet(traits, troubled, others).map(({ trait, value, count }) => `${trait} ${value} ${count}`)).toEqual(shared);
  });
});

describe("a rollout of istiod", () => {
  const minute = 60_000;
  const now = 100 * minute;
  const up = (name: string, minutes: number) => ({ name, runningSince: now - minutes * minute });

  it.each<readonly [string, Parameters<typeof observedIstiodRollout>[0], readonly string[], ReturnType<typeof observedIstiodRollout>]>([
    [
      "is found from ended replicas in annotations of entries, and from their replacements",
      [up("istiod-8d2e-x7k2p", 2), up("istiod-8d2e-q9w8e", 1)],
      ["istiod-7c9f-aaaaa", "istiod-7c9f-bbbbb", "istiod-8d2e-x7k2p"],
      { ended: ["istiod-7c9f-aaaaa", "istiod-7c9f-bbbbb"], started: ["istiod-8d2e-x7k2p", "istiod-8d2e-q9w8e"], since: now - 2 * minute },
    ],
    ["is not a Pod that its own ReplicaSet created again", [up("istiod-7c9f-x7k2p", 2)], ["istiod-7c9f-aaaaa"], null],
    ["is not a young Pod of another Deployment", [up("istiod-canary-5b6c-x7k2p", 2)], ["istiod-7c9f-aaaaa"], null],
    ["does not exist if a replica ended and none started", [up("istiod-7c9f-bbbbb", 5_000)], ["istiod-7c9f-aaaaa"], null],
    ["does not exist if a replica started and no entry has an ended one", [up("istiod-8d2e-x7k2p", 2)], ["istiod-8d2e-x7k2p", ""], null],
    ["does not exist if the new replica does not run", [{ name: "istiod-8d2e-x7k2p", runningSince: null }], ["istiod-7c9f-aaaaa"], null],
  ])("a rollout of istiod: %s", (_, replicas, holders, rollout) => {
    expect(observedIstiodRollout(replicas, holders, now)).toEqual(rollout);
  });
});
