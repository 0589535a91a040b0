import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import { noRails } from "@/lib/server/guard-rails/read-rails";
import type { AuditLine } from "@/lib/server/history/keep-audit";
import { Refusal } from "@/lib/server/http/problem";
import type { WriteRequest, WritingClient } from "@/lib/server/kube/client";
import type { Answer } from "@/lib/server/kube/kube-error";
import { AN_ORIGIN } from "@/lib/testing/audit-origins";
import { HOSTILE_LOG_TEXTS } from "@/lib/testing/hostile-log-texts";
import { acceptLosses, undoAcceptedLosses } from "./accept-losses";
import type { Command } from "./command";
import { createObject } from "./create-object";
import { addIncidentNote, editIncidentNote, undoIncidentNote } from "./incident-notes";
import { type CommandCall, mayCommand, runCommand } from "./run-command";
import { setExpectedSize } from "./set-expected-size";
import { tryObject } from "./try-object";

const scope = scopeFromPermissions(new Map([["eu", new Map<WatchedKind, readonly string[]>([["workloadgroups", ["shop"]]])]]));
const address = { cluster: "eu", namespace: "shop", name: "checkout" };
const groups = "/apis/networking.istio.io/v1/namespaces/shop/workloadgroups";
const path = `${groups}/checkout?fieldManager=stolos`;
const FIELD = "metadata.annotations[stolos.dev/expected-size]";
const ok = (value: unknown): Answer<unknown> => ({ ok: true, value });

let lines: string[];
let kept: AuditLine[];
beforeEach(() => {
  lines = [];
  kept = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => lines.push(String(line)) > 0);
});
afterEach(() => vi.restoreAllMocks());

interface Told {
  readonly allowed?: boolean;
  /** The answers to what is written, in turn; the last one again and again. */
  readonly answers?: readonly Answer<unknown>[];
}

function world({ allowed = true, answers = [ok({ metadata: { resourceVersion: "813", uid: "u-1" } })] }: Told = {}) {
  const sent: WriteRequest[] = [];
  const reviews: unknown[] = [];
  const client: WritingClient = {
    cluster: "eu",
    server: "",
    get: async () => ok({ versions: [{ version: "v1" }] }),
    post: async (_path, body) => {
      reviews.push(body);
      return ok({ status: { allowed } });
    },
    stream: async () => ({ ok: false, error: { kind: "aborted", message: "" } }),
    skewMs: () => null,
    close: async () => undefined,
    write: async (request) => {
      sent.push(request);
      return answers[sent.length - 1] ?? answers.at(-1) ?? ok({});
    },
  };
  const decided: unknown[] = [];
  const viewer = { subject: "ann@example.com", scope, mayWrite: true, clientOf: (cluster: string) => (cluster === "eu" ? client : undefined) };
  const call: CommandCall = {
    viewer,
    name: "set-expected-size",
    command: setExpectedSize,
    address,
    readRails: noRails,
    localAddresses: "refused",
    history: {
      decideLosses: async (decision) => void decided.push(decision),
      changeNote: async (change, seen) => {
        decided.push({ ...change, scope: seen.key });
        return "n-1";
      },
    },
    origin: AN_ORIGIN,
    keep: (line) => kept.push(line),
  };
  return { sent, reviews, decided, call };
}

const asks = (size: unknown, resourceVersion = "812") => ({ dryRun: false, resourceVersion, input: { size } });
const audited = () => lines.map((line) => JSON.parse(line)).filter(({ message }) => message === "audit");

async function refused(work: Promise<unknown>): Promise<Refusal> {
  const thrown = await work.catch((error: unknown) => error);
  if (!(thrown instanceof Refusal)) throw new Error("it was not refused");
  return thrown;
}

describe("accepting losses", () => {
  const both = scopeFromPermissions(
    new Map([
      [
        "eu",
        new Map<WatchedKind, readonly string[]>([
          ["workloadgroups", ["shop"]],
          ["workloadentries", ["shop"]],
        ]),
      ],
    ]),
  );
  const input = { uid: "u-1", losses: [{ name: "vm-480516", at: 7 }] };
  const request = { dryRun: false, resourceVersion: "", input };
  const accepting = (told: Told = {}, seen = both) => {
    const { call, ...rest } = world(told);
    return { ...rest, call: { ...call, name: "accept-losses", command: acceptLosses, viewer: { ...call.viewer, scope: seen } } };
  };

  it.each([
    ["accept-losses", acceptLosses, "accept"],
    ["undo-accepted-losses", undoAcceptedLosses, "undo"],
  ] as const)(
    "stores the decision of %s in the history under the viewer's name, asks for the right to update the group, and writes nothing else",
    async (name, command, what) => {
      const { sent, reviews, decided, call } = accepting();
      expect(await runCommand({ ...call, name, command }, request)).toEqual({ dryRun: false, resourceVersion: "" });
      expect(decided).toEqual([{ cluster: "eu", namespace: "shop", group: "checkout", ...input, what, who: "ann@example.com", dryRun: false }]);
      expect(reviews).toMatchObject([{ spec: { resourceAttributes: { verb: "update", resource: "workloadgroups", namespace: "shop", name: "checkout" } } }]);
      expect(sent).toEqual([]);
      expect(audited()).toMatchObject([{ command: name, verb: "update", resource: "workloadgroups", name: "checkout", mode: "applied", result: "done" }]);
      expect(JSON.stringify([lines, kept])).not.toContain("480516");
      expect(kept).toHaveLength(1);
    },
  );

  it("is refused without the right to update the group, and the audit has it", async () => {
    const { decided, call } = accepting({ allowed: false });
    const refusal = await refused(runCommand(call, request));
    expect(refusal).toMatchObject({
      status: 403,
      missingRights: ["update workloadgroups"],
      detail: expect.stringContaining("The verb update on workloadgroups"),
    });
    expect(decided).toEqual([]);
    expect(kept).toMatchObject([{ command: "accept-losses", result: "refused: 403 Not allowed" }]);
  });

  it("knows of no loss if the viewer does not see the machines, and of no group if the viewer does not see it", async () => {
    const { decided, call } = accepting({}, scope);
    expect(await refused(runCommand(call, request))).toMatchObject({ status: 404, title: "Loss not known" });
    expect(await refused(runCommand({ ...call, address: { ...address, namespace: "other" } }, request))).toMatchObject({ status: 404, title: "Not there" });
    expect(decided).toEqual([]);
  });

  it("leaves the refusal of the history in the audit, and stores nothing in a trial", async () => {
    const { decided, call } = accepting();
    const refusing = { ...call, history: { ...call.history, decideLosses: () => Promise.reject(new Refusal(409, "Does not count", "It was replaced.")) } };
    expect(await refused(runCommand(refusing, request))).toMatchObject({ status: 409, detail: "It was replaced." });
    expect(kept).toMatchObject([{ result: "refused: 409 Does not count" }]);
    await runCommand(call, { ...request, dryRun: true });
    expect(decided).toMatchObject([{ dryRun: true }]);
    expect(kept.at(-1)).toMatchObject({ mode: "dry run", result: "would be accepted" });
  });
});

describe("a note on an incident", () => {
  const [note, text] = [{ incident: "q7fd", note: "n-1", edit: 2 }, "switch 480516"];
  const noting = (told: Told = {}, name = "add-incident-note", command = addIncidentNote) => {
    const { call, ...rest } = world(told);
    return { ...rest, call: { ...call, name, command } };
  };
  const request = { dryRun: false, resourceVersion: "", input: { incident: "q7fd", text } };

  it.each([
    ["add-incident-note", addIncidentNote, request.input, { what: "add", text }],
    ["edit-incident-note", editIncidentNote, { ...note, text }, { what: "edit", note: "n-1", edit: 2, text }],
    ["undo-incident-note", undoIncidentNote, note, { what: "undo", note: "n-1", edit: 2 }],
  ] as const)("is stored by %s under the viewer's name, with the right to update the group and the key in the audit", async (name, command, input, edit) => {
    const { sent, reviews, decided, call } = noting({}, name, command);
    expect(await runCommand(call, { ...request, input })).toEqual({ dryRun: false, resourceVersion: "" });
    expect(decided).toEqual([{ incident: "q7fd", group: address, who: "ann@example.com", dryRun: false, scope: scope.key, ...edit }]);
    expect(reviews).toMatchObject([{ spec: { resourceAttributes: { verb: "update", resource: "workloadgroups", namespace: "shop", name: "checkout" } } }]);
    expect(sent).toEqual([]);
    expect(kept).toMatchObject([{ command: name, name: "checkout", fields: "notes of incident q7fd", mode: "applied", result: "done" }]);
    expect(JSON.stringify([lines, kept])).not.toContain("480516");
  });

  it("is refused without the right to update the group, and the audit has it", async () => {
    const { decided, call } = noting({ allowed: false });
    expect(await refused(runCommand(call, request))).toMatchObject({ status: 403, missingRights: ["update workloadgroups"] });
    expect(decided).toEqual([]);
    expect(kept).toMatchObject([{ command: "add-incident-note", fields: "notes of incident q7fd", result: "refused: 403 Not allowed" }]);
  });

  it("is only checked in a dry run", async () => {
    const { decided, call } = noting();
    expect(await runCommand(call, { ...request, dryRun: true })).toMatchObject({ dryRun: true });
    expect(decided).toMatchObject([{ dryRun: true }]);
    expect(kept).toMatchObject([{ mode: "dry run", result: "would be accepted" }]);
  });
});

describe("setting the expected size", () => {
  it.each([
    ["40", "40"],
    [" 007 ", "7"],
    ["0", "0"],
    ["10-60", "10-60"],
    [" 010 - 060 ", "10-60"],
    ["", null],
  ])("typed %j writes %j, first as a dry run, only onto the version that was seen, and leaves one audit line", async (size, value) => {
    const { sent, call } = world();
    expect(await runCommand(call, asks(size))).toEqual({ dryRun: false, resourceVersion: "813" });
    const body = { metadata: { resourceVersion: "812", annotations: { "stolos.dev/expected-size": value } } };
    expect(sent).toEqual([
      { verb: "patch", path: `${path}&dryRun=All`, body },
      { verb: "patch", path, body },
    ]);
    const where = { cluster: "eu", namespace: "shop", name: "checkout" };
    const what = { command: "set-expected-size", verb: "patch", resource: "workloadgroups", fields: FIELD };
    const told = { who: "ann@example.com", ...what, ...where, mode: "applied", result: "done" };
    expect(audited()).toMatchObject([{ ...told, uid: "u-1", session: "a-session", from: "192.0.2.7", request: "a-request" }]);
    const origin = { session: "a-session", source_address: "192.0.2.7", request_id: "a-request" };
    expect(kept).toEqual([{ ...told, seen_with: "workloadgroups", audit_id: "", object_uid: "u-1", token_group: null, token_ends: null, ...origin }]);
    expect(audited()[0].time).toMatch(/^\d{4}-/);
  });

  it("is never made where it is only declared to be tried", async () => {
    const { sent, call } = world();
    const trial: CommandCall = { ...call, name: "try-workloadgroup", command: tryObject("try-workloadgroup", "update", "WorkloadGroup") };
    const asked = { resourceVersion: "812", input: { text: "kind: WorkloadGroup\nmetadata: {name: checkout}\nspec: {template: {}}\n" } };
    expect(await refused(runCommand(trial, { ...asked, dryRun: false }))).toMatchObject({ status: 422, field: "dryRun" });
    expect(sent).toEqual([]);
    await runCommand(trial, { ...asked, dryRun: true });
    const body = { kind: "WorkloadGroup", metadata: { name: "checkout", resourceVersion: "812" }, spec: { template: {} } };
    expect(sent).toEqual([{ verb: "update", path: `${path}&dryRun=All&fieldValidation=Strict`, body }]);
  });

  it("makes a Service in a namespace of which only groups are seen, and changes none there", async () => {
    const { sent, call } = world();
    const text = "apiVersion: v1\nkind: Service\nmetadata: {name: checkout}\n";
    await runCommand({ ...call, name: "create-service", command: createObject("create-service") }, { dryRun: true, resourceVersion: "", input: { text } });
    expect(sent).toMatchObject([{ verb: "create" }]);
    const edit: CommandCall = { ...call, name: "try-service", command: tryObject("try-service", "update", "Service") };
    expect(await refused(runCommand(edit, { dryRun: true, resourceVersion: "812", input: { text } }))).toMatchObject({ status: 404 });
    expect(sent).toHaveLength(1);
  });

  it("keeps the platform team's rules: what breaks one is not even tried, once the viewer may", async () => {
    const { sent, reviews, call } = world();
    const trial: CommandCall = {
      ...{ ...call, name: "try-workloadgroup", command: tryObject("try-workloadgroup", "update", "WorkloadGroup") },
      readRails: async () => ({ kind: "unknown", place: "ConfigMap a/b", problem: "It is not there." }),
    };
    const asked = { dryRun: true, resourceVersion: "812", input: { text: "kind: WorkloadGroup\nmetadata: {name: checkout}\nspec: {template: {}}\n" } };
    expect(await refused(runCommand(trial, asked))).toMatchObject({ status: 503, detail: "It is not there." });
    expect([sent.length, reviews.length]).toEqual([0, 1]);
    expect(audited()).toMatchObject([{ mode: "dry run", result: expect.stringMatching(/^refused: 503 /) }]);
  });

  it("is tried and not made where a page asks for a trial", async () => {
    const { sent, call } = world();
    expect(await runCommand(call, { ...asks("40"), dryRun: true })).toEqual({ dryRun: true, resourceVersion: "813" });
    expect(sent.map((request) => request.path)).toEqual([`${path}&dryRun=All`]);
    expect(audited()).toMatchObject([{ mode: "dry run", result: "would be accepted" }]);
  });

  it("brings what the API server warned of, where it did", async () => {
    const warnings = ['unknown field "spec.hots"'];
    const { call } = world({ answers: [{ ok: true, value: { metadata: { resourceVersion: "813" } }, warnings }] });
    expect(await runCommand(call, { ...asks("40"), dryRun: true })).toEqual({ dryRun: true, resourceVersion: "813", warnings });
  });

  it.each(["-1", "4.5", "60-10", "10-", "1234567", "forty", "4e1", "٤٠", "x".repeat(33), 4, null, undefined])(
    "refuses %j at the field, before anything is asked to change",
    async (size) => {
      const { sent, reviews, call } = world();
      expect(await refused(runCommand(call, asks(size)))).toMatchObject({ status: 422, field: "size" });
      expect([sent, reviews]).toEqual([[], []]);
      expect(audited()).toMatchObject([{ result: expect.stringMatching(/^refused: 422 /) }]);
    },
  );

  it.each(["0", "00", "abc", "", "-1", "1e3", "812 "])("refuses the version %j at its field, before anything is asked to change", async (resourceVersion) => {
    const { sent, call } = world();
    const problem = await refused(runCommand(call, asks("4", resourceVersion)));
    expect(problem).toMatchObject({ status: 422, field: "resourceVersion" });
    expect(problem.detail).toMatch(/whole number above 0/);
    expect(sent).toEqual([]);
  });

  it("names the verb that is missing, asked for this very object", async () => {
    const { sent, reviews, call } = world({ allowed: false });
    const missing = "The verb patch on workloadgroups.networking.istio.io in namespace shop is missing";
    const missingRights = ["patch workloadgroups"];
    expect(await mayCommand(call)).toEqual({ may: false, missing, missingRights });
    expect((await refused(runCommand(call, asks("4")))).detail).toBe(`${missing}.`);
    expect(sent).toEqual([]);
    const attributes = { verb: "patch", group: "networking.istio.io", resource: "workloadgroups", namespace: "shop", name: "checkout" };
    expect(reviews[0]).toMatchObject({ spec: { resourceAttributes: attributes } });
  });

  it.each([
    [{ kind: "invalid", status: 409, message: "the object has been modified" }, 409, /Look at what it says now/],
    [{ kind: "invalid", status: 422, message: "metadata.annotations: too long" }, 422, /too long/],
    [{ kind: "forbidden", message: "admission webhook says no" }, 403, /webhook says no/],
    [{ kind: "not-found", message: "" }, 404, /not there any more/],
    [{ kind: "timed-out", message: "API server sent no answer." }, 502, /no answer\. Nothing was changed/],
    [{ kind: "too-many-requests", message: "slow down.", retryAfterMs: null }, 502, /Nothing was changed/],
  ] as const)("tells the API server's refusal %j with the way out, after the dry run alone", async (error, status, words) => {
    const { sent, call } = world({ answers: [{ ok: false, error }] });
    const problem = await refused(runCommand(call, asks("4")));
    expect(problem.status).toBe(status);
    expect(problem.detail).toMatch(words);
    expect(sent).toHaveLength(1);
    expect(audited()).toMatchObject([{ result: expect.stringContaining(`refused: ${status}`) }]);
  });

  it("passes on which fields the API server refused", async () => {
    const causes = [{ field: "metadata.annotations", message: "Too long" }];
    const { call } = world({ answers: [{ ok: false, error: { kind: "invalid", status: 422, message: "no", causes } }] });
    expect((await refused(runCommand(call, asks("4")))).causes).toEqual(causes);
  });

  it.each([
    [{ kind: "timed-out", message: "API server sent no answer." }],
    [{ kind: "unreachable", message: "The answer broke off: ECONNRESET" }],
    [{ kind: "server-error", message: "etcdserver: request timed out", status: 500, retryAfterMs: null }],
    [{ kind: "bad-answer", message: "The answer is not JSON." }],
  ] as const)("is not known to be done where the answer to the change itself got lost: %j", async (error) => {
    const { sent, call } = world({ answers: [ok({}), { ok: false, error }] });
    const problem = await refused(runCommand(call, asks("4")));
    expect(problem.status).toBe(502);
    expect(problem.detail).toContain("It is not known whether the change was made");
    expect(problem.detail).not.toMatch(/nothing/i);
    expect(sent).toHaveLength(2);
    expect(audited()).toMatchObject([{ result: "refused: 502 Not known whether it was done" }]);
  });

  it.each([
    ["a conflict", { kind: "invalid", status: 409, message: "modified" }, 409],
    ["a refusal", { kind: "forbidden", message: "no" }, 403],
  ] as const)("is known not to be done after %s that came between dry run and change", async (_what, error, status) => {
    const problem = await refused(runCommand(world({ answers: [ok({}), { ok: false, error }] }).call, asks("4")));
    expect(problem.status).toBe(status);
    expect(problem.detail).not.toContain("not known");
  });

  it.each([
    ["a namespace out of sight", { namespace: "legacy" }, 404],
    ["a cluster that is not there", { cluster: "__proto__" }, 404],
    ["a path that climbs", { name: ".." }, 400],
  ])("finds nothing at %s", async (_claim, change, status) => {
    const { sent, reviews, call } = world();
    const elsewhere = { ...call, address: { ...address, ...change } };
    expect((await refused(runCommand(elsewhere, asks("4", "1")))).status).toBe(status);
    // Who asks whether he may has changed nothing.
    const attempts = audited();
    expect((await refused(mayCommand(elsewhere))).status).toBe(status);
    expect([sent, reviews]).toEqual([[], []]);
    const line = { who: "ann@example.com", command: "set-expected-size", ...address, ...change, mode: "applied", fields: "" };
    expect(attempts).toMatchObject([{ ...line, result: expect.stringContaining(`refused: ${status}`), session: "a-session" }]);
    expect(audited()).toEqual(attempts);
    expect(kept).toMatchObject([line]);
  });

  it("leaves one line of an attempt out of sight, whatever its address holds, and nothing of what was typed", async () => {
    for (const hostile of HOSTILE_LOG_TEXTS) {
      const { call } = world();
      await refused(runCommand({ ...call, address: { cluster: hostile, namespace: "payments", name: hostile } }, asks("s3cret-size")));
    }
    expect(audited()).toHaveLength(HOSTILE_LOG_TEXTS.length);
    expect(lines.join("").match(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu)).toEqual(HOSTILE_LOG_TEXTS.map(() => "\n"));
    expect(lines.join("") + JSON.stringify(kept)).not.toContain("s3cret-size");
  });

  it("leaves a line of an input that its command cannot read", async () => {
    const { sent, call } = world();
    const readInput = () => {
      throw new TypeError("planted");
    };
    await expect(runCommand({ ...call, command: { ...setExpectedSize, readInput } }, asks("4"))).rejects.toThrow("planted");
    expect([sent, audited()]).toMatchObject([[], [{ result: "failed", fields: "" }]]);
  });
});

describe("the audit line that is kept", () => {
  it("holds the API server's own id of the change, also of one that it refused", async () => {
    await runCommand(
      world({
        answers: [
          { ...ok({}), auditId: "tried" },
          { ...ok({}), auditId: "made" },
        ],
      }).call,
      asks("4"),
    );
    const error = { kind: "forbidden", message: "no" } as const;
    await refused(runCommand(world({ answers: [{ ok: false, error, auditId: "refused" }] }).call, asks("4")));
    expect(kept.map(({ audit_id }) => audit_id)).toEqual(["made", "refused"]);
    expect(JSON.stringify(kept)).not.toContain('expected-size":');
  });
});

describe("a command of another shape", () => {
  const spec = { name: "x" };
  const taking = (body: Readonly<Record<string, unknown>>): Command => ({
    ...setExpectedSize,
    readInput: () => ({ changedFields: ["spec"], body: { ok: true, body } }),
  });

  it("that creates goes to the collection, and names what is there already", async () => {
    const error = { kind: "invalid", status: 409, message: 'workloadgroups "checkout" already exists' } as const;
    const { sent, reviews, call } = world({ answers: [{ ok: false, error }] });
    const command: Command = { ...taking({ spec }), verb: "create", permission: ["create"], precondition: "absent" };
    expect((await refused(runCommand({ ...call, command }, asks("", "")))).detail).toContain("There is a group of this name already");
    expect(sent).toEqual([{ verb: "create", path: `${groups}?fieldManager=stolos&dryRun=All`, body: { spec } }]);
    expect(reviews).toEqual([expect.objectContaining({ spec: { resourceAttributes: expect.not.objectContaining({ name: "checkout" }) } })]);
  });

  it("that deletes says which version it means", async () => {
    const { sent, call } = world();
    const command: Command = { ...taking({}), verb: "delete", permission: ["delete"] };
    await runCommand({ ...call, command }, asks(""));
    // Of a deletion with a body the API server does not read the query: a trial that says so only there would delete.
    expect(sent[0]).toMatchObject({ verb: "delete", path: `${path}&dryRun=All`, body: { dryRun: ["All"] } });
    expect(sent[1]).toEqual({ verb: "delete", path, body: { apiVersion: "v1", kind: "DeleteOptions", preconditions: { resourceVersion: "812" } } });
  });

  it("that asks for a subresource goes below the object, by a right of its own", async () => {
    const { sent, reviews, call } = world();
    const shape = { verb: "create", subresource: "token", permission: ["create"], precondition: "none", dryRun: "on-request" } as const;
    const command: Command = { ...taking({ spec }), ...shape };
    await runCommand({ ...call, command }, asks("", ""));
    expect(sent.map((request) => request.path)).toEqual([`${groups}/checkout/token?fieldManager=stolos`]);
    expect(reviews).toMatchObject([{ spec: { resourceAttributes: { verb: "create", subresource: "token", name: "checkout" } } }]);
    expect(audited()).toMatchObject([{ resource: "workloadgroups/token" }]);
  });
});
