import { describe, expect, it } from "vitest";
import { scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import { systemClock } from "@/lib/server/clock";
import { readConfig } from "@/lib/server/config";
import type { KeptToken, TokenGroup } from "@/lib/server/history/queries/last-token";
import type { WritingClient } from "@/lib/server/kube/client";
import { answerArrival } from "./answer-arrival";
import { noteIssued } from "./issued-tokens";

const scope = scopeFromPermissions(new Map([["eu", new Map<WatchedKind, readonly string[]>([["workloadgroups", ["shop"]]])]]));
const system = "/api/v1/namespaces/istio-system";
const GROUP = "/apis/networking.istio.io/v1/namespaces/shop/workloadgroups";
const gateway = {
  metadata: { name: "istio-eastwestgateway", labels: { istio: "eastwestgateway" } },
  status: { loadBalancer: { ingress: [{ ip: "203.0.113.10" }] } },
};
const groupOf = (name: string, serviceAccount: string) => ({ metadata: { name, namespace: "shop" }, spec: { template: { serviceAccount } } });

/** Objects by path; a path that is not here is not found, one that is null is denied. */
function clientOf(objects: Readonly<Record<string, unknown>>): WritingClient {
  return {
    ...{ cluster: "eu", server: "", skewMs: () => null, close: async () => undefined },
    get: async (path) => {
      if (path === "/apis/networking.istio.io") return { ok: true, value: { versions: [{ version: "v1" }] } };
      const found = objects[path];
      if (found !== undefined && found !== null) return { ok: true, value: found };
      return { ok: false, error: { kind: found === null ? "forbidden" : "not-found", message: "no" } };
    },
    post: async () => ({ ok: true, value: {} }),
    write: async () => ({ ok: true, value: {} }),
    stream: async () => ({ ok: false, error: { kind: "aborted", message: "" } }),
  };
}

/** What the audit has, by group. */
const kept = new Map<string, KeptToken>();

/** `byServer`: what the server's own account may read besides. */
function asked(name: string, objects: Readonly<Record<string, unknown>>, byServer: Readonly<Record<string, unknown>> = {}) {
  return askedAs(clientOf(objects), name, byServer);
}

function askedAs(client: WritingClient, name: string, byServer: Readonly<Record<string, unknown>> = {}) {
  const viewer = { subject: "ann", scope, mayWrite: false, clientOf: () => client };
  return answerArrival({
    viewer,
    params: { cluster: "eu", namespace: "shop", name },
    runtime: {
      config: readConfig({}),
      clock: systemClock(),
      ownClientOf: () => clientOf(byServer),
      history: { lastToken: async (group: TokenGroup) => kept.get(group.group) ?? null },
    },
  });
}

const services = { [`${system}/services?limit=500`]: { items: [gateway] } };
const account = (name: string) => `/api/v1/namespaces/shop/serviceaccounts/${name}`;
const issue = (group: string, of: string, leftMs: number, isThroughGateway: boolean | null = true) =>
  noteIssued({ cluster: "eu", namespace: "shop", group, account: of, at: Date.now(), expiresAt: Date.now() + leftMs, isThroughGateway });

describe("why a machine does not come", () => {
  it("nothing that the server sees: no cause is claimed", async () => {
    issue("fine", "vm", 60_000);
    const answer = await asked("fine", { ...services, [`${GROUP}/fine`]: groupOf("fine", "vm"), [account("vm")]: {} });
    expect(answer).toMatchObject({ found: [], gateway: "203.0.113.10", unseen: [], token: { account: "vm" } });
  });

  it("token: it has ended, by our own record", async () => {
    issue("late", "vm", -1_000);
    expect((await asked("late", { ...services, [`${GROUP}/late`]: groupOf("late", "vm"), [account("vm")]: {} })).found).toEqual(["token-ended"]);
  });

  it("token and account: by the audit too, where another server handed it out, or this one before it started anew", async () => {
    kept.set("restarted", { account: "old", at: Date.now() - 700_000, expiresAt: Date.now() - 100_000 });
    const answer = await asked("restarted", { ...services, [`${GROUP}/restarted`]: groupOf("restarted", "new"), [account("old")]: {} });
    expect(answer).toMatchObject({ found: ["other-account", "token-ended"], token: { account: "old" }, tokensKept: true });
  });

  it("group: there is none any more", async () => {
    expect((await asked("gone", services)).found).toEqual(["no-group"]);
  });

  it("account: the group wants another than the token's, or it is gone", async () => {
    issue("moved", "old", 60_000);
    expect((await asked("moved", { ...services, [`${GROUP}/moved`]: groupOf("moved", "new") })).found).toEqual(["no-account", "other-account"]);
  });

  it("account: a name that none can have is asked of nobody, and none is there", async () => {
    const strange = '"><meta content="0;url=https://a.example/">';
    const askedFor: string[] = [];
    const client = clientOf({ ...services, [`${GROUP}/strange`]: groupOf("strange", strange) });
    const get = (path: string) => {
      askedFor.push(path);
      return client.get(path);
    };
    const answer = await askedAs({ ...client, get }, "strange");
    expect(answer).toMatchObject({ found: ["no-account"], unseen: [] });
    expect(askedFor.filter((path) => path.includes("/serviceaccounts/"))).toEqual([]);
  });

  const noGateway = (group: string) => ({ [`${system}/services?limit=500`]: { items: [] }, [`${GROUP}/${group}`]: groupOf(group, "vm"), [account("vm")]: {} });

  it("gateway: the one that the last files lead through has no address", async () => {
    issue("led", "vm", 60_000);
    const answer = await asked("led", noGateway("led"));
    expect(answer.found).toEqual(["no-gateway"]);
    expect(answer.possible).not.toContain("needs-gateway");
  });

  it("gateway: it is possible, and not claimed, where no files are known; and neither where they name another way", async () => {
    expect(await asked("unled", noGateway("unled"))).toMatchObject({ found: [], possible: expect.arrayContaining(["needs-gateway"]) });
    issue("own", "vm", 60_000, false);
    const own = await asked("own", noGateway("own"));
    expect([own.found, own.possible.includes("needs-gateway")]).toEqual([[], false]);
  });

  it("names istiod by the group's revision, for the commands on the machine", async () => {
    const metadata = { name: "canary", namespace: "shop", labels: { "istio.io/rev": "canary" } };
    const answer = await asked("canary", { ...services, [`${GROUP}/canary`]: { ...groupOf("canary", "vm"), metadata }, [account("vm")]: {} });
    expect(answer).toMatchObject({ istioNamespace: "istio-system", istiod: "istiod-canary.istio-system.svc" });
  });

  it("what may not be read is no cause, and is said", async () => {
    const answer = await asked("lone", { [`${system}/services?limit=500`]: null, [`${GROUP}/lone`]: groupOf("lone", "vm"), [account("vm")]: null });
    expect(answer.found).toEqual([]);
    expect(answer.unseen).toHaveLength(2);
  });

  it("the gateway is read by the server where the viewer may not; whether an account exists is not", async () => {
    const own = { [`${system}/services?limit=500`]: { items: [gateway] }, [account("vm")]: {} };
    const answer = await asked("lone", { [`${system}/services?limit=500`]: null, [`${GROUP}/lone`]: groupOf("lone", "vm"), [account("vm")]: null }, own);
    expect(answer).toMatchObject({ gateway: "203.0.113.10", found: [] });
    expect(answer.unseen).toEqual([expect.stringContaining("ServiceAccount shop/vm")]);
  });

  it("of a group in a namespace out of sight nothing is said", async () => {
    await expect(asked("../x", {})).rejects.toMatchObject({ status: 404 });
  });
});
