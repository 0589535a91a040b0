import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ApiServer, createApiServer } from "./api-server";
import { isRecord, type KubeObject } from "./kube-object";
import { type Answer, ask } from "./test-client";

const entries = "/apis/networking.istio.io/v1/namespaces/shop/workloadentries";
const accounts = "/api/v1/namespaces/shop/serviceaccounts";
const apply = { "Content-Type": "application/apply-patch+yaml" };
const merge = { "Content-Type": "application/merge-patch+json" };
let server: ApiServer;

beforeEach(async () => {
  server = await createApiServer({ users: [{ name: "admin", token: "a", groups: ["system:masters"] }], clock: () => Date.UTC(2030, 0, 1) });
  server.storage.seed({ apiVersion: "v1", kind: "Namespace", metadata: { name: "shop" }, status: { phase: "Active" } });
});
afterEach(() => server.close());

describe("a dry run", () => {
  it.each([
    ["create", "POST", entries, entry("new"), {}],
    ["update", "PUT", `${entries}/old`, entry("old", { weight: 3 }), {}],
    ["patch", "PATCH", `${entries}/old`, { spec: { weight: 3 } }, merge],
    ["apply", "PATCH", `${entries}/old?fieldManager=m&force=true`, entry("old", { weight: 3 }), apply],
    ["applied creation", "PATCH", `${entries}/new?fieldManager=m`, entry("new"), apply],
    ["deletion", "DELETE", `${entries}/old`, undefined, {}],
    ["deletion of all", "DELETE", entries, undefined, {}],
    ["deletion that waits for a finalizer", "DELETE", `${entries}/held`, undefined, {}],
    ["last finalizer taken", "PATCH", `${entries}/going`, { metadata: { finalizers: null } }, merge],
  ])("of a %s answers as the real thing and changes nothing", async (_what, method, path, body, headers) => {
    await ask(server, "a", "POST", entries, entry("old"));
    for (const name of ["held", "going"]) {
      const { metadata, ...rest } = entry(name);
      await ask(server, "a", "POST", entries, { ...rest, metadata: { ...metadata, finalizers: ["a.example.com/b"] } });
    }
    await ask(server, "a", "DELETE", `${entries}/going`);
    const given = method === "PUT" ? { ...entry("old", { weight: 3 }), metadata: stored("old")?.metadata } : body;
    const before = [server.storage.revision, server.storage.list("networking.istio.io/v1", "WorkloadEntry", "shop")];
    const dry = await ask(server, "a", method, `${path}${path.includes("?") ? "&" : "?"}dryRun=All`, given, headers);
    expect([server.storage.revision, server.storage.list("networking.istio.io/v1", "WorkloadEntry", "shop")]).toEqual(before);
    const real = await ask(server, "a", method, path, given, headers);
    expect(dry.status).toBe(real.status);
    expect(comparable(dry)).toEqual(comparable(real));
    expect(server.storage.revision).toBeGreaterThan(before[0] as number);
  });
});

describe("field validation", () => {
  it.each([
    ["Strict", 400, undefined],
    ["Warn", 201, '299 - "duplicate field \\"spec.weight\\"", 299 - "unknown field \\"metadata.nmae\\"", 299 - "unknown field \\"spec.ports2\\""'],
    ["Ignore", 201, undefined],
    ["", 201, '299 - "duplicate field \\"spec.weight\\"", 299 - "unknown field \\"metadata.nmae\\"", 299 - "unknown field \\"spec.ports2\\""'],
  ])("%s of unknown and doubled fields", async (mode, status, warning) => {
    const text =
      '{"apiVersion":"networking.istio.io/v1","kind":"WorkloadEntry","metadata":{"name":"x","nmae":"y"},"spec":{"address":"1.1.1.1","weight":1,"weight":2,"ports2":{}}}';
    const answer = await ask(server, "a", "POST", `${entries}?fieldValidation=${mode}`, text);
    expect([answer.status, answer.headers.warning]).toEqual([status, warning]);
    if (status === 201) expect(stored("x")?.spec).toEqual({ address: "1.1.1.1", weight: 2 });
  });

  it("refuses a patch with 422, and names the patch", async () => {
    await ask(server, "a", "POST", entries, entry("x"));
    const answer = await ask(server, "a", "PATCH", `${entries}/x?fieldValidation=Strict`, { spec: { wieght: 1 } }, merge);
    expect([answer.status, String(answer.json?.message)]).toEqual([422, expect.stringContaining('strict decoding error: unknown field "spec.wieght"')]);
  });

  it("keeps unknown fields of the status, as its schema says", async () => {
    await ask(server, "a", "POST", entries, entry("x"));
    const status = { addresses: [{ value: "240.240.0.1" }], conditions: [{ type: "Healthy", odd: 1 }] };
    await ask(server, "a", "PATCH", `${entries}/x/status`, { status }, merge);
    expect(stored("x")?.status).toEqual({ addresses: [{ value: "240.240.0.1" }], conditions: [{ type: "Healthy" }] });
  });
});

describe("validation", () => {
  it("leaves alone what was wrong before an update, and refuses what the update makes wrong", async () => {
    server.storage.seed(entry("x", { ports: { "a.b": 80 }, weight: 1 }));
    expect((await ask(server, "a", "PATCH", `${entries}/x`, { spec: { weight: 2 } }, merge)).status).toBe(200);
    expect((await ask(server, "a", "PATCH", `${entries}/x`, { spec: { ports: { "c.d": 80 } } }, merge)).status).toBe(422);
    expect(stored("x")?.spec).toEqual({ address: "10.0.0.1", ports: { "a.b": 80 }, weight: 2 });
  });

  it("holds for patches, whose outcome is what counts", async () => {
    await ask(server, "a", "POST", entries, entry("x"));
    const answer = await ask(server, "a", "PATCH", `${entries}/x`, { spec: { address: null } }, merge);
    expect([answer.status, answer.json?.message]).toEqual([422, 'WorkloadEntry.networking.istio.io "x" is invalid: spec: Invalid value: Address is required']);
  });
});

describe("server-side apply", () => {
  const applied = (manager: string, object: KubeObject, more = ""): Promise<Answer> =>
    ask(server, "a", "PATCH", `${entries}/${object.metadata.name}?fieldManager=${manager}${more}`, object, apply);

  it("refuses to take over fields of others, names each, and takes them when forced", async () => {
    await applied("alice", entry("x", { weight: 1, ports: { http: 80 } }));
    const wanted = entry("x", { weight: 2, ports: { http: 81 } });
    const refused = await applied("bob", wanted);
    expect([refused.status, refused.json?.message]).toEqual([
      409,
      'Apply failed with 2 conflicts: conflicts with "alice":\n- .spec.ports.http\n- .spec.weight',
    ]);
    expect((await applied("bob", wanted, "&force=true")).status).toBe(200);
    expect(owners("x")).toEqual([
      ["alice", "Apply", { "f:spec": { "f:address": {} } }],
      ["bob", "Apply", { "f:spec": { "f:address": {}, "f:ports": { "f:http": {} }, "f:weight": {} } }],
    ]);
  });

  it("says of a single conflict with an updater through which version it wrote", async () => {
    await ask(server, "a", "POST", `${entries}?fieldManager=hand`, entry("x", { weight: 1 }));
    const refused = await applied("bob", entry("x", { weight: 2 }));
    expect(refused.json?.message).toBe('Apply failed with 1 conflict: conflict with "hand" using networking.istio.io/v1: .spec.weight');
  });

  it("removes what its manager no longer wants, but for what others own too", async () => {
    await applied("alice", entry("x", { weight: 1, network: "a", labels: { app: "x" } }));
    await applied("bob", entry("x", { network: "a" }));
    await applied("alice", entry("x"));
    expect(stored("x")?.spec).toEqual({ address: "10.0.0.1", network: "a" });
  });

  it("merges ports of a ServiceEntry by name", async () => {
    const path = "/apis/networking.istio.io/v1/namespaces/shop/serviceentries/s?fieldManager=";
    const service = (...ports: object[]): object => ({
      ...{ apiVersion: "networking.istio.io/v1", kind: "ServiceEntry", metadata: { name: "s" } },
      spec: { hosts: ["a.example.com"], resolution: "STATIC", ports },
    });
    await ask(server, "a", "PATCH", `${path}alice`, service({ name: "http", number: 80 }), apply);
    await ask(server, "a", "PATCH", `${path}bob`, service({ name: "tls", number: 443 }), apply);
    const numbers = (): unknown => fieldOf(server.storage.get("networking.istio.io/v1", "ServiceEntry", "shop", "s")?.spec, "ports");
    expect(numbers()).toEqual([
      { name: "http", number: 80 },
      { name: "tls", number: 443 },
    ]);
    await ask(server, "a", "PATCH", `${path}alice`, service(), apply);
    expect(numbers()).toEqual([{ name: "tls", number: 443 }]);
  });

  it("applies a status through its own path, and none through the other", async () => {
    await ask(server, "a", "POST", entries, entry("x"));
    const withStatus = { ...entry("x"), status: { conditions: [{ type: "istio.io/WaypointBound", status: "True" }] } };
    await applied("ambient", withStatus);
    expect(stored("x")?.status).toBeUndefined();
    await ask(server, "a", "PATCH", `${entries}/x/status?fieldManager=ambient`, withStatus, apply);
    expect(stored("x")?.status).toEqual(withStatus.status);
  });

  it("counts fields without a known owner as written before the first apply", async () => {
    server.storage.seed(entry("x", { weight: 1 }));
    const refused = await applied("bob", entry("x", { weight: 2 }));
    expect(refused.json?.message).toContain('conflict with "before-first-apply"');
  });

  it.each([
    ["no manager", `${entries}/x`, 422, "fieldManager: Required value: is required for apply patch"],
    ["another version", `${entries}/x?fieldManager=m`, 400, "invalid object type: networking.istio.io/v1beta1, Kind=WorkloadEntry"],
  ])("refuses %s", async (_what, path, status, message) => {
    const answer = await ask(server, "a", "PATCH", path, { ...entry("x"), apiVersion: "networking.istio.io/v1beta1" }, apply);
    expect([answer.status, answer.json?.message]).toEqual([status, expect.stringContaining(message)]);
  });
});

describe("a token that was asked for", () => {
  const request = (spec: object): Promise<Answer> =>
    ask(server, "a", "POST", `${accounts}/vm/token`, { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec });
  const self = { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" };
  const tokenOf = ({ json }: Answer): string => String(fieldOf(json?.status, "token"));
  beforeEach(() => void server.storage.seed({ apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "vm", namespace: "shop" } }));

  it("says whom it is for, by whom and until when", async () => {
    const answer = await request({ audiences: ["istio-ca"], expirationSeconds: 3600 });
    const claims: unknown = JSON.parse(Buffer.from(tokenOf(answer).split(".")[1] ?? "", "base64url").toString());
    const now = Date.UTC(2030, 0, 1) / 1000;
    expect(claims).toMatchObject({ aud: ["istio-ca"], sub: "system:serviceaccount:shop:vm", iat: now, exp: now + 3600 });
    expect(answer.json?.status).toMatchObject({ expirationTimestamp: "2030-01-01T01:00:00Z" });
  });

  it("lives no longer than the server allows, which warns, and then lets nobody in", async () => {
    let now = Date.UTC(2030, 0, 1);
    const strict = await createApiServer({ users: [{ name: "admin", token: "a", groups: ["system:masters"] }], clock: () => now, maxTokenSeconds: 10 });
    for (const [kind, metadata] of [["Namespace", { name: "shop" }] as const, ["ServiceAccount", { name: "vm", namespace: "shop" }] as const])
      strict.storage.seed({ apiVersion: "v1", kind, metadata });
    const wish = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { expirationSeconds: 3600 } };
    const answer = await ask(strict, "a", "POST", `${accounts}/vm/token`, wish);
    expect(answer.json).toMatchObject({ spec: { expirationSeconds: 10 }, status: { expirationTimestamp: "2030-01-01T00:00:10Z" } });
    expect(answer.headers.warning).toContain("requested expiration of 3600 seconds shortened to 10 seconds");
    const who = () => ask(strict, tokenOf(answer), "POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", self);
    expect((await who()).status).toBe(201);
    now += 11_000;
    expect((await who()).status).toBe(401);
    await strict.close();
  });

  it("lets its bearer in as the account, and nobody with another audience, a changed text or a deleted account", async () => {
    const review = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
    const token = tokenOf(await request({}));
    const as = await ask(server, token, "POST", review, self);
    expect(as.json?.status).toMatchObject({ userInfo: { username: "system:serviceaccount:shop:vm" } });
    expect((await ask(server, tokenOf(await request({ audiences: ["istio-ca"] })), "POST", review, self)).status).toBe(401);
    expect((await ask(server, `${token.slice(0, -4)}AAAA`, "POST", review, self)).status).toBe(401);
    server.storage.remove("v1", "ServiceAccount", "shop", "vm");
    expect((await ask(server, token, "POST", review, self)).status).toBe(401);
  });

  it.each([
    [
      "shorter than ten minutes",
      { expirationSeconds: 599 },
      422,
      "spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes",
    ],
    [
      "bound to a kind that tokens are not bound to",
      { boundObjectRef: { apiVersion: "v1", kind: "ConfigMap", name: "x" } },
      400,
      "cannot bind token to object",
    ],
    ["bound to a Pod of another account", { boundObjectRef: { apiVersion: "v1", kind: "Pod", name: "p" } }, 400, "different serviceaccount name"],
  ])("is refused when %s", async (_what, spec, status, message) => {
    server.storage.seed({ apiVersion: "v1", kind: "Pod", metadata: { name: "p", namespace: "shop" }, spec: { serviceAccountName: "other" } });
    const answer = await request(spec);
    expect([answer.status, answer.json?.message]).toEqual([status, expect.stringContaining(message)]);
  });
});

function entry(name: string, more: object = {}): KubeObject {
  const identity = { apiVersion: "networking.istio.io/v1", kind: "WorkloadEntry", metadata: { name, namespace: "shop" } };
  return { ...identity, spec: { address: "10.0.0.1", ...more } };
}

function stored(name: string): KubeObject | null {
  return server.storage.get("networking.istio.io/v1", "WorkloadEntry", "shop", name);
}

function fieldOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function owners(name: string): unknown[] {
  return (stored(name)?.metadata.managedFields ?? []).map(({ manager, operation, fieldsV1 }) => [manager, operation, fieldsV1]);
}

/** An answer without what two writes can never have in common. */
function comparable({ text }: Answer): unknown {
  return JSON.parse(text, (key, value: unknown) => (["uid", "resourceVersion"].includes(key) ? undefined : value));
}
