import { expect, it } from "vitest";
import { toldFacts } from "./told-facts";

const token = (claims: unknown) => ["e30", Buffer.from(JSON.stringify(claims)).toString("base64url"), "signature"].join(".");
const TOKEN = token({ "kubernetes.io": { namespace: "shop", serviceaccount: { name: "web-vm", uid: "sa-1" } } });
const ENDS = "2026-08-12T04:26:12Z";
const tokenAnswer = (status: object) => ({ metadata: { name: "web-vm", uid: "of the request" }, status });

it.each([
  ["an object that was changed", "patch", "", false, { metadata: { uid: "u-1" } }, { uid: "u-1", tokenEnds: null }],
  ["one that was made", "create", "", false, { metadata: { uid: "u-1" } }, { uid: "u-1", tokenEnds: null }],
  ["a trial of one that is there", "update", "", true, { metadata: { uid: "u-1" } }, { uid: "u-1", tokenEnds: null }],
  ["a trial of a new one: its uid is no object's", "create", "", true, { metadata: { uid: "u-1" } }, { uid: "", tokenEnds: null }],
  ["one that was deleted, as a status", "delete", "", false, { kind: "Status", details: { uid: "u-1" } }, { uid: "u-1", tokenEnds: null }],
  ["one that was deleted, as an object", "delete", "", false, { metadata: { uid: "u-1" } }, { uid: "u-1", tokenEnds: null }],
  [
    "a token: its account and its end",
    "create",
    "token",
    false,
    tokenAnswer({ token: TOKEN, expirationTimestamp: ENDS }),
    { uid: "sa-1", tokenEnds: Date.parse(ENDS) },
  ],
  ["a token of another kind", "create", "token", false, tokenAnswer({ token: "opaque", expirationTimestamp: ENDS }), { uid: "", tokenEnds: Date.parse(ENDS) }],
  ["a token without an end", "create", "token", false, tokenAnswer({ token: TOKEN }), { uid: "sa-1", tokenEnds: null }],
  ["an answer that is none", "patch", "", false, null, { uid: "", tokenEnds: null }],
] as const)("of the answer about %s", (_, verb, subresource, dryRun, answer, facts) => {
  expect(toldFacts({ verb, subresource }, dryRun, answer)).toEqual(facts);
});
