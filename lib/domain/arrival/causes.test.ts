import { describe, expect, it } from "vitest";
import { type ArrivalSight, foundCauses, possibleCauses } from "./causes";

const FINE: ArrivalSight = {
  ...{ groupAccount: "vm", token: { account: "vm", expiresAt: 200 }, accountThere: true },
  ...{ gatewayThere: true, isThroughGateway: true, now: 100 },
};

describe("why a machine does not come, as far as the server sees", () => {
  it.each<[string, Partial<ArrivalSight>, readonly string[]]>([
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
  it.each<[string, Partial<ArrivalSight>, readonly string[]]>([
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
