import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { extract } from "tar-stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { parse } from "yaml";
import type { BundleRequest, GeneratedBundles } from "@/lib/contract/answers/bundle";
import { readPlatformPolicies } from "@/lib/domain/platform-policy/read-policies";
import { scopeFromPermissions, type WatchedKind } from "@/lib/domain/source/scope";
import { systemClock } from "@/lib/server/clock";
import { readConfig } from "@/lib/server/config";
import { noRails, type ReadRails } from "@/lib/server/guard-rails/read-rails";
import { Refusal } from "@/lib/server/http/problem";
import type { WriteRequest, WritingClient } from "@/lib/server/kube/client";
import type { Answer } from "@/lib/server/kube/kube-error";
import { certificate } from "@/lib/testing/certificate";
import { answerBundle, answerBundleStart } from "./answer-bundle";
import { lastIssued } from "./issued-tokens";

const TOKEN = "canary-9c1e";
const aRoot = async (until: string) => `${(await certificate("istiod.istio-system.svc", new Date(until))).cert.trim()}\n`;
const [PEM, PRESET_PEM, ENDED_PEM] = await Promise.all([aRoot("2046-01-02T00:00:00Z"), aRoot("2046-01-02T00:00:00Z"), aRoot("2021-01-02T00:00:00Z")]);
const scope = scopeFromPermissions(new Map([["eu", new Map<WatchedKind, readonly string[]>([["workloadgroups", ["shop"]]])]]));
const params = { cluster: "eu", namespace: "shop", name: "web" };
const group = { metadata: { name: "web", namespace: "shop" }, spec: { template: { serviceAccount: "web-vm", ports: { http: 8080 } } } };
const system = "/api/v1/namespaces/istio-system";
const gateway = {
  metadata: { name: "istio-eastwestgateway", labels: { istio: "eastwestgateway" } },
  spec: { ports: [{ port: 15012 }] },
  status: { loadBalancer: { ingress: [{ ip: "203.0.113.10" }] } },
};
const istiod = { metadata: { labels: { "istio.io/rev": "default" } }, spec: { containers: [{ name: "discovery", image: "docker.io/istio/pilot:1.31.0" }] } };

const OBJECTS: Readonly<Record<string, unknown>> = {
  "/apis/networking.istio.io/v1/namespaces/shop/workloadgroups/web": group,
  [`${system}/configmaps/istio`]: { data: { mesh: "trustDomain: td\ndefaultConfig: {meshId: m1, discoveryAddress: 'istiod.istio-system.svc:15012'}\n" } },
  [`${system}/configmaps/istio-sidecar-injector`]: { data: { values: JSON.stringify({ global: { multiCluster: { clusterName: "Kubernetes" } } }) } },
  "/api/v1/namespaces/shop/configmaps/istio-ca-root-cert": { data: { "root-cert.pem": PEM } },
  [`${system}/services?limit=500`]: { items: [gateway] },
  [`${system}/pods?labelSelector=app%3Distiod&limit=500`]: { items: [istiod] },
};

let lines: string[];
beforeEach(() => {
  lines = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => lines.push(String(line)) > 0);
});
afterEach(() => vi.restoreAllMocks());

function aClient(objects: Readonly<Record<string, unknown>>, { allowed = true } = {}) {
  const sent: WriteRequest[] = [];
  const client: WritingClient = {
    ...{ cluster: "eu", server: "", skewMs: () => null, close: async () => undefined },
    get: async (path): Promise<Answer<unknown>> => {
      if (path.endsWith("/apis/networking.istio.io") || path === "/apis/networking.istio.io/") return { ok: true, value: { versions: [{ version: "v1" }] } };
      return path in objects ? { ok: true, value: objects[path] } : { ok: false, error: { kind: "forbidden", message: `${path} is forbidden.` } };
    },
    post: async () => ({ ok: true, value: { status: { allowed } } }),
    stream: async () => ({ ok: false, error: { kind: "aborted", message: "" } }),
    write: async (request) => {
      sent.push(request);
      return { ok: true, value: { status: { token: TOKEN, expirationTimestamp: "2026-08-12T04:26:12Z" } }, warnings: ["shortened to 600 seconds"] };
    },
  };
  return { client, sent };
}

interface World {
  readonly objects?: Readonly<Record<string, unknown>>;
  readonly own?: Readonly<Record<string, unknown>>;
  readonly allowed?: boolean;
  readonly mayWrite?: boolean;
  readonly shared?: boolean;
  readonly body?: unknown;
  readonly search?: string;
  readonly presets?: readonly object[];
}

function railsOf(presets: readonly object[]): ReadRails {
  const read = readPlatformPolicies({ presets });
  if (!("rails" in read)) throw new Error("the presets cannot be read");
  return async () => ({ kind: "known", place: "ConfigMap istio-system/rails", rails: read.rails });
}

function asked({ objects = OBJECTS, own = {}, allowed = true, mayWrite = true, shared = true, body, search = "", presets }: World = {}) {
  const { client, sent } = aClient(objects, { allowed });
  const headers = { "sec-fetch-site": "same-origin", "content-type": "application/json" };
  const address = `http://localhost/api${search}`;
  const request = new Request(address, body === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(body) });
  const viewer = { subject: "ann", scope, mayWrite, clientOf: () => client };
  const config = readConfig({ STOLOS_SHARE_MESH_FACTS: String(shared) });
  return {
    sent,
    call: {
      request,
      viewer,
      params,
      runtime: {
        config,
        clock: systemClock(),
        ownClientOf: () => aClient(own).client,
        readRails: presets === undefined ? noRails : railsOf(presets),
        history: { keepAudit: () => undefined },
        signIn: {},
      },
    },
  };
}

const WISH: BundleRequest = {
  revision: "",
  clusterId: "Kubernetes",
  trustDomain: "td",
  meshId: "m1",
  rootCertificate: "",
  gateway: { address: "203.0.113.10", way: "resolved", resolved: "" },
  account: "default",
  captureDns: true,
  autoRegister: true,
  machines: [{ name: "web-1", internalIp: "10.0.0.1", externalIp: "", labels: "", locality: "" }],
  seconds: 600,
  form: "files",
};

const made = async (world: World): Promise<GeneratedBundles> => (await answerBundle(asked(world).call)).json() as Promise<GeneratedBundles>;
const fileOf = (answer: GeneratedBundles, name: string) => answer.machines[0]?.files.find((file) => file.name === name)?.text ?? "";

describe("what a bundle is made of", () => {
  it("is read as the viewer, each value with its source", async () => {
    expect(await answerBundleStart(asked().call)).toMatchObject({
      account: "web-vm",
      clusterId: { value: "Kubernetes", source: "ConfigMap istio-system/istio-sidecar-injector" },
      trustDomain: { value: "td" },
      meshId: { value: "m1" },
      gateway: { value: "203.0.113.10", source: "Service istio-system/istio-eastwestgateway" },
      rootCertificate: { value: PEM, source: "ConfigMap shop/istio-ca-root-cert" },
      version: { value: "1.31.0" },
    });
  });

  it("is read with the server's own account where the viewer may not, and says so", async () => {
    const [path] = Object.keys(OBJECTS);
    const start = await answerBundleStart(asked({ objects: { [String(path)]: group }, own: OBJECTS }).call);
    expect(start.clusterId).toEqual({
      state: "ok",
      value: "Kubernetes",
      source: "ConfigMap istio-system/istio-sidecar-injector, read with the server's own account",
      problem: "",
      place: "ConfigMap istio-system/istio-sidecar-injector",
      readBy: "server",
    });
  });

  it("is missing with a sentence where neither may, or where the server does not share it", async () => {
    const [path] = Object.keys(OBJECTS);
    for (const world of [{ own: {} }, { own: OBJECTS, shared: false }]) {
      const start = await answerBundleStart(asked({ objects: { [String(path)]: group }, ...world }).call);
      for (const fact of [start.clusterId, start.trustDomain, start.gateway, start.rootCertificate]) {
        expect(fact).toMatchObject({ value: "", source: "" });
        expect(fact.problem).toMatch(/could not be read\. .* is forbidden\./);
      }
    }
  });

  const presets = [
    { name: "All", mesh: { clusterId: "eu-1", gateway: "gw.example.net", rootCertificate: PRESET_PEM, revision: "canary" } },
    { name: "Data centre 1", network: "dc-1", mesh: { gateway: "203.0.113.1" } },
  ];

  it("is what presets say, over what was read, each with the preset's name: that for the group's network before that for all", async () => {
    const start = await answerBundleStart(asked({ presets }).call);
    expect(start.clusterId).toMatchObject({ state: "ok", value: "eu-1", source: "from the preset All" });
    expect(start).toMatchObject({ gateway: { value: "gw.example.net" }, revision: "canary", revisionSource: "from the preset All" });
    expect(start.rootCertificate).toMatchObject({ state: "problem", value: PRESET_PEM, problem: expect.stringContaining("has another one") });
    const [path] = Object.keys(OBJECTS);
    const inNetwork = { ...group, spec: { template: { ...group.spec.template, network: "dc-1" } } };
    const other = await answerBundleStart(asked({ presets, objects: { ...OBJECTS, [String(path)]: inNetwork } }).call);
    expect(other.gateway).toMatchObject({ value: "203.0.113.1", source: "from the preset Data centre 1, for groups of network dc-1" });
  });

  it("is of the revision that is asked for, else of that which the group's label names, else of a preset's", async () => {
    const [path] = Object.keys(OBJECTS);
    const labelled = { ...OBJECTS, [String(path)]: { ...group, metadata: { ...group.metadata, labels: { "istio.io/rev": "stable" } } } };
    const revisionOf = async (world: World) => {
      const { revision, revisionSource } = await answerBundleStart(asked({ presets, ...world }).call);
      return [revision, revisionSource];
    };
    expect(await revisionOf({ search: "?revision=mine", objects: labelled })).toEqual(["mine", ""]);
    expect(await revisionOf({ objects: labelled })).toEqual(["stable", "the group's label istio.io/rev"]);
    expect(await revisionOf({})).toEqual(["canary", "from the preset All"]);
    expect(await revisionOf({ presets: [] })).toEqual(["", ""]);
  });

  it.each<[claim: string, typed: string, presets: readonly object[], root: string]>([
    ["that which was typed", ENDED_PEM, presets, ENDED_PEM],
    ["the preset's where none was typed", "", presets, PRESET_PEM],
    ["that which was read where there is no preset's", "", [], PEM],
  ])("has as its root certificate %s", async (_claim, rootCertificate, of, root) => {
    const answer = await made({ presets: of, body: { ...WISH, rootCertificate, seconds: null } });
    expect(fileOf(answer, "root-cert.pem")).toBe(root);
    expect(answer.notes.filter((note) => note.startsWith("The root certificate ended at 2021"))).toHaveLength(root === ENDED_PEM ? 1 : 0);
  });

  it("tells by which names istiod may be asked, and notes a name that its certificate lacks", async () => {
    const withHost = (value: string) => {
      const [container] = istiod.spec.containers;
      const pods = { items: [{ ...istiod, spec: { containers: [{ ...container, env: [{ name: "ISTIOD_CUSTOM_HOST", value }] }] } }] };
      return { ...OBJECTS, [`${system}/pods?labelSelector=app%3Distiod&limit=500`]: pods };
    };
    const start = await answerBundleStart(asked({ objects: withHost("gw.example.net") }).call);
    expect(start.certificateNames).toEqual({ names: ["gw.example.net"], source: "ISTIOD_CUSTOM_HOST of istiod's Pods" });
    const byName = { ...WISH, seconds: null, gateway: { address: "gw.example.net", way: "custom-host", resolved: "" } };
    const noted = async (host: string) => (await made({ objects: withHost(host), body: byName })).notes.join(" ");
    expect(await noted("gw.example.net")).not.toContain("certificate");
    expect(await noted("other.example.net")).toContain("istiod's certificate does not have gw.example.net");
  });

  it("does not exist on a server that only reads, and of a group out of sight", async () => {
    await expect(answerBundleStart(asked({ mayWrite: false }).call)).rejects.toMatchObject({ status: 404, title: "No such address" });
    await expect(answerBundle(asked({ mayWrite: false, body: WISH }).call)).rejects.toMatchObject({ status: 404, title: "No such address" });
    const { call } = asked({});
    await expect(answerBundleStart({ ...call, params: { ...params, namespace: "other" } })).rejects.toMatchObject({ status: 404, title: "Not there" });
  });
});

describe("the files", () => {
  it("come with a token of the group's account, in an answer that nobody keeps", async () => {
    const { call, sent } = asked({ body: WISH });
    const response = await answerBundle(call);
    expect(response.headers.get("cache-control")).toBe("no-store");
    const answer = (await response.json()) as GeneratedBundles;
    expect(answer).toMatchObject({
      token: TOKEN,
      expiresAt: Date.UTC(2026, 7, 12, 4, 26, 12),
      notes: ["shortened to 600 seconds", expect.stringContaining("no probe")],
    });
    expect(fileOf(answer, "cluster.env")).toContain("ISTIO_SVC_IP='10.0.0.1'\n");
    expect(parse(fileOf(answer, "mesh.yaml"))).toMatchObject({
      defaultConfig: { meshId: "m1", proxyMetadata: { ISTIO_META_MESH_ID: "m1", TRUST_DOMAIN: "td" } },
    });
    expect(fileOf(answer, "hosts")).toBe("203.0.113.10 istiod.istio-system.svc\n");
    expect(fileOf(answer, "root-cert.pem")).toBe(PEM);
    expect(sent.map(({ path }) => path)).toEqual(["/api/v1/namespaces/shop/serviceaccounts/web-vm/token?fieldManager=stolos"]);
  });

  it("canary: the token is in that one answer, and neither in a log, in a refusal, nor in what is remembered of it", async () => {
    const answer = await made({ body: WISH });
    expect(JSON.stringify(answer.machines)).not.toContain(TOKEN);
    expect(lines.join("")).toContain("issue-token");
    expect(lines.join("")).not.toContain(TOKEN);
    const remembered = lastIssued({ cluster: "eu", namespace: "shop", group: "web" });
    expect(remembered).toMatchObject({ account: "web-vm", expiresAt: Date.UTC(2026, 7, 12, 4, 26, 12) });
    expect(JSON.stringify(remembered)).not.toContain(TOKEN);
  });

  const twoMachines = [WISH.machines[0], { ...WISH.machines[0], name: "web-2", internalIp: "10.0.0.2" }];
  const archived = async (response: Response) => {
    const entries = extract();
    entries.end(gunzipSync(Buffer.from(await response.arrayBuffer())));
    const files = new Map<string, { readonly text: string; readonly mode: number | undefined }>();
    for await (const entry of entries) files.set(entry.header.name, { text: String(await buffer(entry)), mode: entry.header.mode });
    return files;
  };

  it("come as an archive that is named after its cluster too if the viewer has several", async () => {
    const { call } = asked({ body: { ...WISH, form: "archive" } });
    const both = scopeFromPermissions(scope.clusters, { known: ["us"] });
    const response = await answerBundle({ ...call, viewer: { ...call.viewer, scope: both } });
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="eu-shop-web.tar.gz"');
  });

  it("come as an archive: a folder for each machine, the token readable by root alone", async () => {
    const response = await answerBundle(asked({ body: { ...WISH, machines: twoMachines, form: "archive" } }).call);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="shop-web.tar.gz"');
    expect(response.headers.get("x-stolos-token-expires")).toBe(String(Date.UTC(2026, 7, 12, 4, 26, 12)));
    const files = await archived(response);
    const ofEach = ["cluster.env", "mesh.yaml", "hosts", "root-cert.pem", "cloud-init.yaml", "istio-token"];
    const folders = ["web-1", "web-2"].flatMap((one) => ofEach.map((file) => `${one}/${file}`));
    expect([...files.keys()]).toEqual([...folders, "ansible_inventory.yaml", "ansible_playbook.yaml", "notes.txt"]);
    expect(files.get("web-1/istio-token")).toEqual({ text: TOKEN, mode: 0o600 });
    expect(files.get("notes.txt")?.text).toContain("shortened to 600 seconds");
  });

  it("in an archive have forms that carry each machine's own address, and no token", async () => {
    const files = await archived(await answerBundle(asked({ body: { ...WISH, machines: twoMachines, form: "archive" } }).call));
    const user = (name: string) => files.get(`${name}/cloud-init.yaml`)?.text ?? "";
    expect(user("web-1")).toContain("ISTIO_SVC_IP='10.0.0.1'");
    expect(user("web-2")).toContain("ISTIO_SVC_IP='10.0.0.2'");
    expect(user("web-2")).not.toContain("10.0.0.1'");
    expect(files.get("ansible_inventory.yaml")?.text.match(/ISTIO_SVC_IP='[\d.]+'/g)).toEqual(["ISTIO_SVC_IP='10.0.0.1'", "ISTIO_SVC_IP='10.0.0.2'"]);
    const withToken = [...files].filter(([, { text }]) => text.includes(TOKEN)).map(([name]) => name);
    expect(withToken).toEqual(["web-1/istio-token", "web-2/istio-token"]);
  });

  it("come without a token where none is asked for: nothing is written then", async () => {
    const { call, sent } = asked({ body: { ...WISH, seconds: null } });
    expect(await (await answerBundle(call)).json()).toMatchObject({ token: "", expiresAt: null });
    expect(sent).toEqual([]);
  });

  it.each([
    [{ gateway: { ...WISH.gateway, address: "no name" } }, "gateway.address"],
    [{ gateway: { ...WISH.gateway, address: "gw.example.net" } }, "gateway.resolved"],
    [{ machines: [{ ...WISH.machines[0], name: "../up" }] }, "machines.0.name"],
    [{ machines: [WISH.machines[0], WISH.machines[0]] }, "machines.1.name"],
    [{ machines: [{ ...WISH.machines[0], labels: "a=b c" }] }, "machines.0.labels"],
    [{ revision: "../x" }, "revision"],
    [{ rootCertificate: `${PEM}-----BEGIN PRIVATE KEY-----\nkey\n` }, "rootCertificate"],
    [{ seconds: 60 }, "seconds"],
  ])("are refused at the field that is wrong, and no token is made: %j", async (change, field) => {
    const { call, sent } = asked({ body: { ...WISH, ...change } });
    await expect(answerBundle(call)).rejects.toMatchObject({ field });
    expect(sent).toEqual([]);
  });

  it("are refused with the verb that is missing where the viewer may not make tokens", async () => {
    const { call } = asked({ body: WISH, allowed: false });
    await expect(answerBundle(call)).rejects.toMatchObject({
      status: 403,
      detail: expect.stringContaining("create on serviceaccounts/token in namespace shop"),
    });
  });

  it("of a revision whose mesh configuration is not there say what is missing in them", async () => {
    const answer = await made({ body: { ...WISH, revision: "canary", seconds: null } });
    expect(answer.notes[0]).toMatch(/^ConfigMap istio-system\/istio-canary could not be read, so what it sets for all proxies is missing in mesh\.yaml\./);
    expect(fileOf(answer, "cluster.env")).toContain("CA_ADDR='istiod-canary.istio-system.svc:15012'\n");
  });

  it("are refused for a revision that no istiod has, before a token is made; what may be typed is told before", async () => {
    const objects = { ...OBJECTS, "/apis/apps/v1/namespaces/istio-system/deployments?labelSelector=app%3Distiod&limit=500": { items: [] } };
    const { call, sent } = asked({ objects, body: { ...WISH, revision: "canary" } });
    const detail = expect.stringMatching(/^No istiod has the revision canary, .* There is default\./);
    await expect(answerBundle(call)).rejects.toMatchObject({ status: 422, field: "revision", detail });
    expect(sent).toEqual([]);
    expect(await answerBundleStart(asked({ objects, search: "?revision=canary" }).call)).toMatchObject({ revisions: ["default"], revisionProblem: detail });
    expect(await answerBundleStart(asked({ objects }).call)).toMatchObject({ revisionProblem: "" });
  });

  it("leave the audit line of a refused token where one was wished for, also of a group out of sight, and none otherwise", async () => {
    const audited = () => lines.map((line) => JSON.parse(line)).filter(({ message }) => message === "audit");
    const refusals = [
      { namespace: "payments", name: "ledger", result: "refused: 404 Not there" },
      { namespace: "shop", name: "gone", result: "refused: 403 Not allowed" },
    ];
    for (const [at, { namespace, name, result }] of refusals.entries()) {
      const { call, sent } = asked({ body: WISH });
      await expect(answerBundle({ ...call, params: { cluster: "eu", namespace, name } })).rejects.toBeInstanceOf(Refusal);
      expect(sent).toEqual([]);
      const what = { who: "ann", command: "issue-token", resource: "serviceaccounts/token", mode: "applied" };
      expect(audited().slice(at)).toMatchObject([{ ...what, cluster: "eu", namespace, name: "", result }]);
    }
    const { call } = asked({ body: { ...WISH, seconds: null } });
    await expect(answerBundle({ ...call, params: { cluster: "eu", namespace: "payments", name: "ledger" } })).rejects.toBeInstanceOf(Refusal);
    expect(audited()).toHaveLength(refusals.length);
  });

  it("are refused without a root certificate, before a token is made", async () => {
    const { "/api/v1/namespaces/shop/configmaps/istio-ca-root-cert": _, ...objects } = OBJECTS;
    const { call, sent } = asked({ objects, body: WISH });
    await expect(answerBundle(call)).rejects.toMatchObject({ field: "rootCertificate" });
    expect(sent).toEqual([]);
  });
});
