import { describe, expect, it } from "vitest";
import { type ArrivalSight, foundCauses } from "./causes";

const FINE: ArrivalSight = { groupAccount: "vm", token: { account: "vm", expiresAt: 200 }, accountThere: true, gatewayThere: true, now: 100 };

describe("why a machine does not come, as far as the server sees", () => {
  it.each<[string, Partial<ArrivalSight>, readonly string[]]>([
    ["nothing is wrong that it sees: what is left only the machine knows", {}, []],
    ["the group is gone", { groupAccount: null }, ["no-group"]],
    ["the token has ended", { now: 200 }, ["token-ended"]],
    ["the group wants another account now", { groupAccount: "other" }, ["other-account"]],
    ["the group names no account: any may join", { groupAccount: "" }, []],
    ["the account was deleted, and its tokens with it", { accountThere: false }, ["no-account"]],
    ["no gateway has an address", { gatewayThere: false }, ["no-gateway"]],
    ["what cannot be seen is no cause", { accountThere: null, gatewayThere: null, token: null }, []],
  ])("%s", (_, change, causes) => {
    expect(foundCauses({ ...FINE, ...change })).toEqual(causes);
  });
});
