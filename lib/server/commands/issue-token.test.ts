import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import { noRails } from "@/lib/server/guard-rails/read-rails";
import type { AuditLine } from "@/lib/server/history/keep-audit";
import { CLIENT_HEADER, REQUEST_HEADER } from "@/lib/server/http/inbound-headers";
import type { WriteRequest, WritingClient } from "@/lib/server/kube/client";
import type { Answer } from "@/lib/server/kube/kube-error";
import { tokenForMachines } from "./token-for-machines";

const TOKEN = "canary-7f3a";
const scope = scopeFromPermissions(new Map([["eu", new Map<WatchedKind, readonly string[]>([["workloadgroups", ["shop"]]])]]));
const account = { cluster: "eu", namespace: "shop", name: "shop-vm" };
const status = { token: TOKEN, expirationTimestamp: "2026-08-12T04:26:12Z" };

let lines: string[];
let kept: AuditLine[];
const runtime = { readRails: noRails, history: { keepAudit: (line: AuditLine) => void kept.push(line) }, signIn: { sessionOf: () => "a-session" } };
const request = { headers: new Headers({ [CLIENT_HEADER]: "192.0.2.7", [REQUEST_HEADER]: "a-request" }) };
beforeEach(() => {
  lines = [];
  kept = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => lines.push(String(line)) > 0);
});
afterEach(() => vi.restoreAllMocks());

function world(answer: Answer<unknown>, allowed = true) {
  const sent: WriteRequest[] = [];
  const reviews: unknown[] = [];
  const client: WritingClient = {
    ...{ cluster: "eu", server: "", skewMs: () => null, close: async () => undefined },
    get: async () => ({ ok: true, value: {} }),
    post: async (_, body) => {
      reviews.push(body);
      return { ok: true, value: { status: { allowed } } };
    },
    stream: async () => ({ ok: false, error: { kind: "aborted", message: "" } }),
    write: async (request) => {
      sent.push(request);
      return answer;
    },
  };
  return { sent, reviews, viewer: { subject: "ann", scope, mayWrite: true, clientOf: () => client } };
}

describe("a token for machines", () => {
  it("is asked for once, with istiod's audience, and lives as long as the API server says, not as was wished", async () => {
    const warnings = ["requested expiration of 3600 seconds shortened to 600 seconds"];
    const { viewer, sent, reviews } = world({ ok: true, value: { status }, warnings });
    expect(await tokenForMachines({ request, viewer, runtime }, account, { seconds: 3_600, group: "shop" })).toEqual({
      token: TOKEN,
      expiresAt: Date.UTC(2026, 7, 12, 4, 26, 12),
      warnings,
    });
    expect(sent).toMatchObject([
      {
        verb: "create",
        path: "/api/v1/namespaces/shop/serviceaccounts/shop-vm/token?fieldManager=stolos",
        body: { spec: { audiences: ["istio-ca"], expirationSeconds: 3_600 } },
      },
    ]);
    expect(reviews).toMatchObject([{ spec: { resourceAttributes: { verb: "create", resource: "serviceaccounts", subresource: "token", name: "shop-vm" } } }]);
  });

  it("stands in no audit line, and each that is made has one", async () => {
    const { viewer } = world({ ok: true, value: { status } });
    await tokenForMachines({ request, viewer, runtime }, account, { seconds: 600, group: "shop" });
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { message: "audit", who: "ann", command: "issue-token", resource: "serviceaccounts/token", name: "shop-vm", mode: "applied", result: "done" },
    ]);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ group: "shop", tokenEnds: "2026-08-12T04:26:12.000Z" });
    expect(kept).toMatchObject([{ session: "a-session", source_address: "192.0.2.7", request_id: "a-request" }]);
    expect(kept).toMatchObject([{ token_group: "shop", token_ends: Date.UTC(2026, 7, 12, 4, 26, 12) }]);
    expect(lines.join("")).not.toContain(TOKEN);
  });

  it.each([599, 3_601, 0, Number.NaN, 600.5])("of %s seconds is not asked for", async (seconds) => {
    const { viewer, sent } = world({ ok: true, value: { status } });
    await expect(tokenForMachines({ request, viewer, runtime }, account, { seconds: seconds, group: "shop" })).rejects.toMatchObject({
      status: 422,
      field: "seconds",
    });
    expect(sent).toEqual([]);
  });

  it("that was refused has neither an end nor a group in its line: there is none", async () => {
    const { viewer } = world({ ok: true, value: { status } }, false);
    await expect(tokenForMachines({ request, viewer, runtime }, account, { seconds: 600, group: "shop" })).rejects.toMatchObject({ status: 403 });
    expect(kept).toMatchObject([{ token_group: null, token_ends: null, object_uid: "" }]);
  });

  it("is not asked for where the verb is missing, which is named", async () => {
    const { viewer, sent } = world({ ok: true, value: { status } }, false);
    await expect(tokenForMachines({ request, viewer, runtime }, account, { seconds: 600, group: "shop" })).rejects.toMatchObject({
      status: 403,
      detail: "The verb create on serviceaccounts/token in namespace shop is missing.",
    });
    expect(sent).toEqual([]);
  });

  it.each([{}, { status: { token: TOKEN } }, { status: { ...status, token: "" } }])("that is none is refused without a word of it: %j", async (value) => {
    const { viewer } = world({ ok: true, value });
    const thrown: unknown = await tokenForMachines({ request, viewer, runtime }, account, { seconds: 600, group: "shop" }).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ status: 502 });
    expect(String(thrown)).not.toContain(TOKEN);
  });
});
