import { describe, expect, it } from "vitest";
import {
  type ArrivalEvidence,
  type ArrivalInput,
  type ArrivingMachine,
  arrivalSteps,
  currentArrivalStep,
  detectedArrivalCauses,
  maxFirstReportDelaysMs,
  uncheckedCauses,
} from "./arrival";

const T0 = 1_000_000;
const group = { createdAt: T0, hasProbe: true };
const token = { at: T0 + 60_000, expiresAt: T0 + 660_000 };
const machine: ArrivingMachine = { createdAt: T0 + 90_000, connectedAt: T0 + 90_000, isConnected: true, serving: "yes-checked" };
const services = { sending: 1, isAddressEmpty: false, isWhole: true };
const EMPTY: ArrivalInput = { group, token: null, machine: null, services: null };

const statesOf = (input: Partial<ArrivalInput>) =>
  arrivalSteps({ ...EMPTY, ...input })
    .map(({ state }) => state)
    .join(" ");

describe("the steps of an arrival", () => {
  it.each<[string, Partial<ArrivalInput>, string]>([
    ["the group does not exist", { group: null }, "wrong waiting waiting later later"],
    ["the group exists, without a token or a machine", {}, "done waiting waiting later later"],
    ["a token was issued", { token }, "done done waiting later later"],
    ["the machine is connected and sent no health report", { token, machine: { ...machine, serving: "no-awaiting" } }, "done done done waiting later"],
    ["the application of the machine does not respond", { token, machine: { ...machine, serving: "no-unhealthy" } }, "done done done wrong later"],
    ["the machine started without the group's probe", { token, machine: { ...machine, serving: "yes-unchecked" }, services }, "done done done wrong done"],
    [
      "the group has no probe",
      { group: { ...group, hasProbe: false }, token, machine: { ...machine, serving: "yes-unchecked" }, services },
      "done done done done done",
    ],
    ["the machine is healthy, and its services are not known yet", { token, machine }, "done done done done unknown"],
    ["callers receive an empty address", { token, machine, services: { ...services, isAddressEmpty: true } }, "done done done done unknown"],
    ["the machine is healthy, and no service sends it to callers", { token, machine, services: { ...services, sending: 0 } }, "done done done done wrong"],
    [
      "the machine is healthy, and not all services are visible",
      { token, machine, services: { ...services, sending: 0, isWhole: false } },
      "done done done done unknown",
    ],
    ["the machine receives traffic", { token, machine, services }, "done done done done done"],
    ["the machine is disconnected again", { token, machine: { ...machine, isConnected: false } }, "done done wrong later later"],
    ["the machine exists, and no token is known", { machine, services }, "done unknown done done done"],
    [
      "the only machine is older than the token",
      { token, machine: { ...machine, createdAt: T0 + 10, connectedAt: T0 + 10 }, services },
      "done done waiting later later",
    ],
    [
      "a machine that is older than the token reconnected, as machines often do",
      { token, machine: { ...machine, createdAt: T0 }, services },
      "done done waiting later later",
    ],
  ])("arrivalSteps returns the right state of each step if %s", (_, input, states) => {
    expect(statesOf(input)).toBe(states);
  });

  it("currentArrivalStep returns the first step that is not done, and null after the machine receives traffic", () => {
    expect(currentArrivalStep(arrivalSteps({ ...EMPTY, token }))).toMatchObject({ step: "connected" });
    expect(currentArrivalStep(arrivalSteps({ group, token: null, machine, services }))).toBeNull();
    expect(currentArrivalStep(arrivalSteps({ group, token, machine, services: null }))).toMatchObject({ step: "endpoints", state: "unknown" });
  });
});

describe("the first health report", () => {
  const NOTHING = { initialDelaySeconds: null, timeoutSeconds: null, periodSeconds: null, successThreshold: null, failureThreshold: null };

  it.each([
    [{}, 0, 1_000],
    [{ initialDelaySeconds: 2, periodSeconds: 5, failureThreshold: 4 }, 2_000, 18_000],
    [{ periodSeconds: 10, failureThreshold: 3, successThreshold: 2, timeoutSeconds: 2 }, 10_000, 22_000],
  ])("firstReportDelays with the probe numbers %j is %i ms for a good report, and %i ms for a bad one", (probe, good, bad) => {
    expect(maxFirstReportDelaysMs({ ...NOTHING, ...probe })).toEqual({ good, bad });
  });
});

const FINE: ArrivalEvidence = {
  ...{ groupAccount: "vm", token: { account: "vm", expiresAt: 200 }, accountThere: true },
  ...{ gatewayThere: true, isThroughGateway: true, now: 100 },
};

describe("the causes of a missing machine that the server finds", () => {
  it.each<[string, Partial<ArrivalEvidence>, readonly string[]]>([
    ["are none if all evidence is fine", {}, []],
    ["include a missing group", { groupAccount: null }, ["no-group"]],
    ["include an expired token", { now: 200 }, ["token-ended"]],
    ["include a group with another service account than that of the token", { groupAccount: "other" }, ["other-account"]],
    ["do not include the account if the group has none, because machines with any account can register", { groupAccount: "" }, []],
    ["include a deleted service account, which ends its tokens", { accountThere: false }, ["no-account"]],
    ["include a gateway without an address if the files contain it", { gatewayThere: false }, ["no-gateway"]],
    ["do not include the gateway if the files contain another network path", { gatewayThere: false, isThroughGateway: false }, []],
    ["do not include the gateway if it is not known whether the files contain it", { gatewayThere: false, isThroughGateway: null }, []],
    ["do not include objects that are not visible", { accountThere: null, gatewayThere: null, token: null }, []],
  ])("the causes of a missing machine that the server finds: %s", (_, change, causes) => {
    expect(detectedArrivalCauses({ ...FINE, ...change })).toEqual(causes);
  });
});

describe("the causes of a missing machine that show only on the machine", () => {
  const OF_MACHINE = ["not-started", "no-path", "clock", "wrong-root", "no-name"];
  it.each<[string, Partial<ArrivalEvidence>, readonly string[]]>([
    ["are all of them if the evidence is fine", {}, OF_MACHINE],
    [
      "include the need for a gateway if none has an address and no files exist",
      { gatewayThere: false, isThroughGateway: null },
      ["needs-gateway", ...OF_MACHINE],
    ],
    ["do not include the gateway if the files contain another network path", { gatewayThere: false, isThroughGateway: false }, OF_MACHINE],
    ["do not include the gateway if the server found it as a cause", { gatewayThere: false, isThroughGateway: true }, OF_MACHINE],
    ["do not include the gateway if it has an address or is not visible", { gatewayThere: null, isThroughGateway: null }, OF_MACHINE],
    ["are none if the group does not exist", { groupAccount: null }, []],
  ])("the causes of a missing machine that show only on the machine: %s", (_, change, causes) => {
    expect(uncheckedCauses({ ...FINE, ...change })).toEqual(causes);
  });
});
