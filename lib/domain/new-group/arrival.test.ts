import { describe, expect, it } from "vitest";
import {
  type ArrivalEvidence,
  type ArrivalInput,
  type ArrivingMachine,
  arrivalOf,
  firstReportWithin,
  foundCauses,
  possibleCauses,
  waitingFor,
} from "./arrival";

const T0 = 1_000_000;
const group = { createdAt: T0, hasProbe: true };
const token = { at: T0 + 60_000, expiresAt: T0 + 660_000 };
const machine: ArrivingMachine = { createdAt: T0 + 90_000, connectedAt: T0 + 90_000, isConnected: true, serving: "yes-checked" };
const services = { sending: 1, isAddressEmpty: false, isWhole: true };
const EMPTY: ArrivalInput = { group, token: null, machine: null, services: null };

const statesOf = (input: Partial<ArrivalInput>) =>
  arrivalOf({ ...EMPTY, ...input })
    .map(({ state }) => state)
    .join(" ");

describe("how far a machine is", () => {
  it.each<[string, Partial<ArrivalInput>, string]>([
    ["there is no group", { group: null }, "wrong waiting waiting later later"],
    ["nothing yet", {}, "done waiting waiting later later"],
    ["a token was handed out", { token }, "done done waiting later later"],
    ["it is connected and has not reported", { token, machine: { ...machine, serving: "no-awaiting" } }, "done done done waiting later"],
    ["its application does not answer", { token, machine: { ...machine, serving: "no-unhealthy" } }, "done done done wrong later"],
    ["it was started without the group's probe", { token, machine: { ...machine, serving: "yes-unchecked" }, services }, "done done done wrong done"],
    [
      "the group has no probe",
      { group: { ...group, hasProbe: false }, token, machine: { ...machine, serving: "yes-unchecked" }, services },
      "done done done done done",
    ],
    ["it is well, and its hosts are on their way", { token, machine }, "done done done done unknown"],
    ["callers get an empty address", { token, machine, services: { ...services, isAddressEmpty: true } }, "done done done done unknown"],
    ["it is well, and no service sends callers to it", { token, machine, services: { ...services, sending: 0 } }, "done done done done wrong"],
    ["it is well, and not all hosts are in sight", { token, machine, services: { ...services, sending: 0, isWhole: false } }, "done done done done unknown"],
    ["it takes traffic", { token, machine, services }, "done done done done done"],
    ["it is gone again", { token, machine: { ...machine, isConnected: false } }, "done done wrong later later"],
    ["the token was somebody else's: nobody knows when", { machine, services }, "done unknown done done done"],
    [
      "the only machine is from before the token",
      { token, machine: { ...machine, createdAt: T0 + 10, connectedAt: T0 + 10 }, services },
      "done done waiting later later",
    ],
    [
      "a machine from before connected anew, as they do all the time",
      { token, machine: { ...machine, createdAt: T0 }, services },
      "done done waiting later later",
    ],
  ])("%s", (_, input, states) => {
    expect(statesOf(input)).toBe(states);
  });

  it("waits for the first step that is not done; for nothing once it takes traffic", () => {
    expect(waitingFor(arrivalOf({ ...EMPTY, token }))).toMatchObject({ step: "connected" });
    expect(waitingFor(arrivalOf({ group, token: null, machine, services }))).toBeNull();
    expect(waitingFor(arrivalOf({ group, token, machine, services: null }))).toMatchObject({ step: "endpoints", state: "unknown" });
  });
});

describe("the first report", () => {
  const NOTHING = { initialDelaySeconds: null, timeoutSeconds: null, periodSeconds: null, successThreshold: null, failureThreshold: null };

  it.each([
    [{}, 0, 1_000],
    [{ initialDelaySeconds: 2, periodSeconds: 5, failureThreshold: 4 }, 2_000, 18_000],
    [{ periodSeconds: 10, failureThreshold: 3, successThreshold: 2, timeoutSeconds: 2 }, 10_000, 22_000],
  ])("with %j: a good one within %i ms, a bad one within %i ms", (probe, good, bad) => {
    expect(firstReportWithin({ ...NOTHING, ...probe })).toEqual({ good, bad });
  });
});

const FINE: ArrivalEvidence = {
  ...{ groupAccount: "vm", token: { account: "vm", expiresAt: 200 }, accountThere: true },
  ...{ gatewayThere: true, isThroughGateway: true, now: 100 },
};

describe("why a machine does not come, as far as the server sees", () => {
  it.each<[string, Partial<ArrivalEvidence>, readonly string[]]>([
    ["nothing is wrong that it sees: what is left only the machine knows", {}, []],
    ["the group is gone", { groupAccount: null }, ["no-group"]],
    ["the token has ended", { now: 200 }, ["token-ended"]],
    ["the group wants another account now", { groupAccount: "other" }, ["other-account"]],
    ["the group names no account: any may join", { groupAccount: "" }, []],
    ["the account was deleted, and its tokens with it", { accountThere: false }, ["no-account"]],
    ["the gateway that the files lead through has no address", { gatewayThere: false }, ["no-gateway"]],
    ["the files name a way of their own: a gateway without address keeps nobody away", { gatewayThere: false, isThroughGateway: false }, []],
    ["whether the machine needs a gateway is not known: none is claimed", { gatewayThere: false, isThroughGateway: null }, []],
    ["what cannot be seen is no cause", { accountThere: null, gatewayThere: null, token: null }, []],
  ])("%s", (_, change, causes) => {
    expect(foundCauses({ ...FINE, ...change })).toEqual(causes);
  });
});

describe("what only the machine can tell", () => {
  const OF_MACHINE = ["not-started", "no-path", "clock", "wrong-root", "no-name"];
  it.each<[string, Partial<ArrivalEvidence>, readonly string[]]>([
    ["everything on it", {}, OF_MACHINE],
    [
      "whether it needs a gateway, where none has an address and no files say",
      { gatewayThere: false, isThroughGateway: null },
      ["needs-gateway", ...OF_MACHINE],
    ],
    ["not that, where its files name another way", { gatewayThere: false, isThroughGateway: false }, OF_MACHINE],
    ["not that, where it is a cause already", { gatewayThere: false, isThroughGateway: true }, OF_MACHINE],
    ["not that, where the gateway has an address, or nobody may look", { gatewayThere: null, isThroughGateway: null }, OF_MACHINE],
    ["nothing that helps, where there is no group", { groupAccount: null }, []],
  ])("%s", (_, change, causes) => {
    expect(possibleCauses({ ...FINE, ...change })).toEqual(causes);
  });
});
