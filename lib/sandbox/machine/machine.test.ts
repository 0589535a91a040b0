import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAuthority } from "@/lib/sandbox/apiserver/pki";
import { VirtualClock } from "@/lib/sandbox/istiod/clock";
import { ControlPlane } from "@/lib/sandbox/istiod/control-plane";
import { MemoryApi } from "@/lib/sandbox/istiod/memory-api";
import { seeded } from "@/lib/sandbox/istiod/random";
import { followNamespaces } from "@/lib/sandbox/istiod/root-certificates";
import { chartSettings } from "@/lib/sandbox/istiod/settings";
import { Stage } from "@/lib/sandbox/istiod/stage";
import type { BundleFiles } from "./bundle";
import type { Mesh } from "./entrance";
import { readShellFile } from "./shell-file";
import { type AskedMachine, startMachine } from "./start-machine";

const NOW = Date.parse("2026-01-01T12:00:00Z");
const HOST = "istiod.istio-system.svc";

let authority: Awaited<ReturnType<typeof createAuthority>>;
let clock: VirtualClock;
let api: MemoryApi;
let stage: Stage;
let mesh: Mesh;

beforeAll(async () => {
  authority = await createAuthority(NOW, [HOST]);
});

beforeEach(async () => {
  clock = new VirtualClock(NOW);
  api = new MemoryApi(clock);
  const places = [{ node: "node-1", region: "r", zone: "z", ip: "10.1.0.1" }];
  stage = new Stage(new ControlPlane({ api, clock, random: seeded(1), settings: chartSettings, places, log: () => undefined }));
  await stage.controlPlane.open();
  await stage.controlPlane.start({ name: "default", version: "1.31.0", replicas: 1 }, "istiod-a");
  api.seed({
    apiVersion: "networking.istio.io/v1",
    kind: "WorkloadGroup",
    metadata: { name: "web", namespace: "play", uid: "1" },
    spec: { template: { serviceAccount: "web-vm", ports: { http: 8080 } } },
  });
  const gateway = { ports: [{ port: 15012 }] };
  const status = { loadBalancer: { ingress: [{ ip: "203.0.113.10" }] } };
  api.seed({ apiVersion: "v1", kind: "Service", metadata: { name: "gw", namespace: "istio-system" }, spec: gateway, status });
  const users: Readonly<Record<string, string>> = { good: "system:serviceaccount:play:web-vm", other: "system:serviceaccount:play:other" };
  const create: Mesh["api"]["create"] = async (review) => {
    const username = users[String(review.spec?.token)];
    return { ...review, status: username === undefined ? { authenticated: false } : { authenticated: true, user: { username } } };
  };
  mesh = { api: { list: (kind, namespace) => api.list(kind, namespace), create }, certificate: authority.server.certificate };
});

function files(change: Partial<Record<keyof typeof FILES, string>> = {}): BundleFiles {
  return { ...FILES, "root-cert.pem": authority.caPem, ...change };
}

const FILES = {
  "cluster.env": [
    "# a comment",
    "ISTIO_META_AUTO_REGISTER_GROUP='web'",
    "ISTIO_META_CLUSTER_ID='Kubernetes'",
    "ISTIO_META_NETWORK='vpc-1'",
    `ISTIO_METAJSON_LABELS='{"app":"it'"'"'s","topology.istio.io/locality":"eu.eu-a"}'`,
    "ISTIO_NAMESPACE='play'",
    "ISTIO_SVC_IP='10.9.0.1'",
    "SERVICE_ACCOUNT='web-vm'",
    "",
  ].join("\n"),
  "mesh.yaml": `defaultConfig:\n  discoveryAddress: ${HOST}:15012\n  readinessProbe:\n    httpGet: {port: 8080}\n`,
  hosts: `203.0.113.10 ${HOST}\n`,
  "root-cert.pem": "",
  "istio-token": "good\n",
};

async function stateAfter(asked: Partial<AskedMachine>): Promise<string> {
  startMachine(stage, mesh, { name: "vm-1", address: "10.0.0.9", bundle: files(), ...asked });
  await clock.advance(50);
  const { state } = stage.machine("play/vm-1");
  return state.kind === "waiting" ? state.refusal : state.kind;
}

describe("a machine that starts from its files", () => {
  it("registers with what they say: address, network, labels, locality and probe", async () => {
    expect(await stateAfter({})).toBe("connected");
    const entry = await api.get({ kind: "WorkloadEntry", namespace: "play", name: "web-10.9.0.1-vpc-1" });
    expect(entry?.spec).toMatchObject({ address: "10.9.0.1", network: "vpc-1", locality: "eu/eu-a", serviceAccount: "web-vm", labels: { app: "it's" } });
    expect(entry?.metadata.annotations).toMatchObject({ "proxy.istio.io/health-checks-enabled": "true" });
  });

  it.each([
    ["token: it has ended", { bundle: { "istio-token": "ended" } }, /Unauthenticated/],
    [
      "group: there is none of the name",
      { bundle: { "cluster.env": FILES["cluster.env"].replace("'web'", "'nope'") } },
      /cannot find WorkloadGroup play\/nope/,
    ],
    [
      "account: the group wants another",
      { bundle: { "istio-token": "other", "cluster.env": FILES["cluster.env"].replace("'web-vm'", "'other'") } },
      /service account mismatch: "other" vs "web-vm"/,
    ],
    ["gateway: its name is not known to the machine", { bundle: { hosts: "" } }, /lookup istiod\.istio-system\.svc: no such host/],
    ["gateway: another address", { bundle: { hosts: `192.0.2.1 ${HOST}\n` } }, /192\.0\.2\.1:15012: i\/o timeout/],
    ["clock: a day behind", { clockSkewSeconds: -86_400 }, /not yet valid/],
    ["cluster: a name that istiod does not know", { bundle: { "cluster.env": FILES["cluster.env"].replace("Kubernetes", "other") } }, /cluster "other"/],
  ])("is refused for its %s", async (_, { bundle = {}, ...asked }: { bundle?: object; clockSkewSeconds?: number }, words) => {
    expect(await stateAfter({ ...asked, bundle: files(bundle) })).toMatch(words);
  });

  it("is refused by a root certificate of another mesh", async () => {
    const other = await createAuthority(NOW, [HOST]);
    expect(await stateAfter({ bundle: files({ "root-cert.pem": other.caPem }) })).toContain("unknown authority");
  });

  it("comes back without its token once it was let in: it has a certificate then", async () => {
    await stateAfter({});
    const create: Mesh["api"]["create"] = async (review) => ({ ...review, status: { authenticated: false } });
    Object.assign(mesh.api, { create });
    stage.machine("play/vm-1").stop();
    stage.machine("play/vm-1").start();
    await clock.advance(50);
    expect(stage.machine("play/vm-1").state.kind).toBe("connected");
  });
});

describe("the file that the start script reads", () => {
  it.each(["reboot\n", "A=$(reboot)\n", "A='1'; reboot\n", "A='1\n"])("refuses what the shell would run: %j", (text) => {
    expect(() => readShellFile(text)).toThrow("the shell would run");
  });
});

describe("the root certificate", () => {
  it("comes to every namespace, those that are made later too", async () => {
    const made = (name: string) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
    api.seed(made("before"));
    await followNamespaces(api, "PEM", () => undefined);
    await api.create(made("after"));
    await clock.advance(10);
    for (const namespace of ["before", "after"]) {
      expect((await api.get({ kind: "ConfigMap", namespace, name: "istio-ca-root-cert" }))?.data).toEqual({ "root-cert.pem": "PEM" });
    }
  });
});
