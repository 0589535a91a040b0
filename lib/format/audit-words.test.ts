import { expect, it } from "vitest";
import { auditHead, auditIds, auditPlace, auditResult, auditWho, noAuditWords, unkeptWords } from "./audit-words";

it.each([
  ["local", "this server's account"],
  ["ann@example.com", "ann@example.com"],
])("who is %j reads %j", (who, said) => {
  expect(auditWho({ who })).toBe(said);
});

it("the head tells how long lines are kept, and that there are none", () => {
  expect(auditHead({ rows: 0, days: 30 })).toBe("No command is recorded here. Each is kept for 30 days.");
  expect(auditHead({ rows: 2, days: null })).toBe(
    "Commands that were given through Stolos, and who signed in and out, newest first: fields are named, values never are.",
  );
});

it("what is not kept is told, with where it is", () => {
  expect(unkeptWords({ unkept: 1 })).toBe("1 command is not stored in the history's database. The server's log has it.");
  expect(unkeptWords({ unkept: 3 })).toBe("3 commands are not stored in the history's database. The server's log has them.");
  expect(noAuditWords({ reason: "STOLOS_HISTORY is off." })).toBe("STOLOS_HISTORY is off. Each command still writes one line to the server's log.");
});

it("a place is cluster, namespace and name", () => {
  expect(auditPlace({ cluster: "eu", namespace: "shop", name: "web" })).toBe("eu / shop / web");
});

it.each([
  ["no token", { tokenGroup: "", tokenEnds: null }, "done"],
  ["a token of an hour, less the moment that it took", { tokenGroup: "web", tokenEnds: 3_599_300 }, "done: a token for 60 min, for machines of web"],
  ["a token of ten minutes", { tokenGroup: "web", tokenEnds: 600_200 }, "done: a token for 10 min, for machines of web"],
])("what came of a command that made %s", (_, token, said) => {
  expect(auditResult({ result: "done", at: 0, ...token })).toBe(said);
});

it("what is known of an object beside its name is told, or nothing", () => {
  expect(auditIds({ uid: "", auditId: "" })).toBe("");
  expect(auditIds({ uid: "u-1", auditId: "" })).toBe("uid u-1");
  expect(auditIds({ uid: "u-1", auditId: "a-1" })).toBe("uid u-1; in the API server's audit: a-1");
});
