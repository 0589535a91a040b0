import { describe, expect, it } from "vitest";
import { type EndpointCountStep, endpointLossOfSteps } from "./lost-endpoints";

/** One step per second: machines and other endpoints; null = not known. */
type Told = readonly [machines: number | null, others: number | null, notBefore?: number];

const stepsOf = (told: readonly Told[]): EndpointCountStep[] =>
  told.map(([machines, others, notBefore], index) => ({ at: 1_000 * (index + 1), notBefore: notBefore ?? null, machines, others }));

describe("the time at which a service lost its last endpoint", () => {
  it.each<[claim: string, told: readonly Told[], lost: readonly [since: number, atLeast: boolean, machinesUntil: number] | null]>([
    [
      "is the time at which its machines ended, if they were the only endpoints",
      [
        [2, 0],
        [0, 0],
      ],
      [2_000, false, 2_000],
    ],
    [
      "is the first time without endpoints, not the last",
      [
        [2, 0],
        [0, 0],
        [0, 0],
      ],
      [2_000, false, 2_000],
    ],
    [
      "is null if the service never had a machine endpoint",
      [
        [0, 3],
        [0, 0],
      ],
      null,
    ],
    [
      "is null while a machine is an endpoint",
      [
        [2, 0],
        [1, 0],
      ],
      null,
    ],
    [
      "is null while a Pod is the only endpoint",
      [
        [2, 1],
        [0, 1],
      ],
      null,
    ],
    [
      "is the end of a Pod that was an endpoint for longer than the machines",
      [
        [2, 1],
        [0, 1],
        [0, 0],
      ],
      [3_000, false, 2_000],
    ],
    [
      "is the time of the last of two losses",
      [
        [2, 0],
        [0, 0],
        [1, 0],
        [0, 0],
      ],
      [4_000, false, 4_000],
    ],
    [
      "is null after a machine returned",
      [
        [2, 0],
        [0, 0],
        [1, 0],
      ],
      null,
    ],
    [
      "is a latest time if the loss was found after a gap",
      [
        [2, 0],
        [0, 0, 1_500],
      ],
      [2_000, true, 2_000],
    ],
    [
      "is a latest time if Pods were not known before it",
      [
        [2, null],
        [0, null],
        [0, 0],
      ],
      [3_000, true, 2_000],
    ],
    [
      "is null while Pods are not known",
      [
        [2, 0],
        [0, null],
      ],
      null,
    ],
    [
      "is null while machines are not known",
      [
        [2, 0],
        [null, 0],
      ],
      null,
    ],
    [
      "is a latest time if machines were not known before it",
      [
        [2, 0],
        [null, 0],
        [0, 0],
      ],
      [3_000, true, 3_000],
    ],
    ["is null if the service has no history", [], null],
    ["is null if the service began without endpoints", [[0, 0]], null],
  ])("the time at which a service lost its last endpoint: %s", (_claim, told, lost) => {
    const found = endpointLossOfSteps(stepsOf(told));
    expect(found && [found.since, found.atLeast, found.machinesUntil]).toEqual(lost);
  });
});
