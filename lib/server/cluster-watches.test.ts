import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ActivityQuery, parseQueryValues } from "@/lib/contract/url/history-query";
import { type FakeKubeApi, startFakeKubeApi } from "@/lib/testing/fake-kube-api";
import { readConfig } from "./config";
import { removedCluster } from "./missing-object";
import { type Runtime, start } from "./runtime";

const APIS = ["eu", "us", "ap"] as const;
let folder = "";
let apis: Readonly<Record<string, FakeKubeApi>> = {};
let runtime: Runtime;
let logged: string[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "stolos-clusters-"));
  mkdirSync(join(folder, "secrets"));
  logged = [];
  vi.spyOn(process.stderr, "write").mockImplementation((line) => logged.push(String(line)) > 0);
  apis = Object.fromEntries(await Promise.all(APIS.map(async (name) => [name, await startFakeKubeApi()] as const)));
  for (const name of APIS) putMachines(name, 3);
});
afterEach(async () => {
  await runtime.stop();
  await Promise.all(Object.values(apis).map((api) => api.close()));
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

function apiOf(name: string): FakeKubeApi {
  const api = apis[name];
  if (api === undefined) throw new Error(`there is no ${name}`);
  return api;
}

/** Puts a group with so many connected machines into a cluster. */
function putMachines(cluster: string, count: number): void {
  apiOf(cluster).put("workloadgroups", { namespace: "shop", name: "web", spec: { template: { network: "vm" } } });
  for (let at = 0; at < count; at++) {
    const annotations = {
      "istio.io/autoRegistrationGroup": "web",
      "istio.io/workloadController": "istiod-1",
      "istio.io/connectedAt": new Date().toISOString(),
    };
    const owner = { apiVersion: "networking.istio.io/v1", kind: "WorkloadGroup", name: "web", uid: "workloadgroups-shop-web", controller: true };
    const metadata = { annotations, ownerReferences: [owner] };
    apiOf(cluster).put("workloadentries", { namespace: "shop", name: `web-${at}`, metadata, spec: { address: `10.0.0.${at}`, labels: { app: "web" } } });
  }
}

/** Writes the kubeconfig of one cluster as the kubelet does: another file takes its place at once. */
function writeSecret(name: string, text = configOf(name)): void {
  writeFileSync(join(folder, "..new"), text);
  renameSync(join(folder, "..new"), join(folder, "secrets", name));
}
const configOf = (name: string, token = "own") =>
  JSON.stringify({
    "current-context": "default",
    contexts: [{ name: "default", context: { cluster: "c", user: "u" } }],
    clusters: [{ name: "c", cluster: { server: apiOf(name).url } }],
    users: [{ name: "u", user: { token } }],
  });

async function begin(environment: Readonly<Record<string, string>> = {}): Promise<void> {
  const all = { STOLOS_KUBECONFIGS: join(folder, "secrets"), STOLOS_TIME_SCALE: "30", STOLOS_DATA: join(folder, "data"), HOME: folder, ...environment };
  runtime = await start(readConfig(all));
}
const viewer = () => runtime.signIn.viewerOf({ headers: new Headers() });
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 30 });
const machines = () => [...runtime.fleet.entries()].map((entry) => runtime.fleet.identityOf(entry).cluster).sort();
/** The clusters of the beat, each with its freshness and number of machines. */
async function shown(): Promise<readonly string[]> {
  const { clusters } = runtime.beat(await viewer());
  return clusters.map(({ cluster, freshness }) => `${cluster} ${freshness.kind} ${machines().filter((name) => name === cluster).length}`);
}

describe("a cluster that is configured later", () => {
  it("is read and shown without a restart", async () => {
    writeSecret("eu");
    await begin();
    await eventually(async () => expect(await shown()).toEqual(["eu live 3"]));
    writeSecret("us");
    await eventually(async () => expect(await shown()).toEqual(["eu live 3", "us live 3"]));
    const { scope } = await viewer();
    expect([runtime.fleet.clusters, [...scope.clusters.keys()], runtime.ownClientOf("us")?.server]).toEqual([["eu", "us"], ["eu", "us"], apiOf("us").url]);
  });

  it("is the first one if the folder was empty at the start", async () => {
    await begin();
    expect(runtime.readiness.missing()).toContain("no cluster is configured: see the log");
    expect(runtime.beat(await viewer()).problems).toMatchObject([{ title: "The folder of kubeconfigs is empty" }]);
    writeSecret("eu");
    await eventually(async () => expect(await shown()).toEqual(["eu live 3"]));
    expect([runtime.beat(await viewer()).problems, runtime.readiness.missing().filter((line) => line.includes("cluster"))]).toEqual([[], []]);
  });
});

describe("a cluster that is not configured any more", () => {
  const group = (cluster: string) => runtime.fleet.group(cluster, "shop", "web");
  beforeEach(async () => {
    for (const name of ["eu", "us"]) writeSecret(name);
    await begin();
    await eventually(async () => expect(await shown()).toEqual(["eu live 3", "us live 3"]));
  });

  it("leaves no row, no watch and no status, and no machine is lost", async () => {
    rmSync(join(folder, "secrets/us"));
    await eventually(async () => expect(await shown()).toEqual(["eu live 3"]));
    expect([machines(), runtime.fleet.clusters, runtime.statuses().map(({ cluster }) => cluster)]).toEqual([["eu", "eu", "eu"], ["eu"], ["eu"]]);
    expect([group("us"), runtime.ownClientOf("us")]).toEqual([null, undefined]);
    await eventually(() => expect([...apiOf("us").watches]).toEqual([]));
    const asked = apiOf("us").requests.length;
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(apiOf("us").requests.length).toBe(asked);
    expect([...runtime.fleet.groups()].map(({ place, memory }) => [place.cluster, memory.lostAt])).toEqual([["eu", []]]);
  });

  it("is read again after it comes back, with its history", async () => {
    rmSync(join(folder, "secrets/us"));
    await eventually(async () => expect(await shown()).toEqual(["eu live 3"]));
    apiOf("us").remove("workloadentries", "workloadentries-shop-web-2");
    writeSecret("us");
    await eventually(async () => expect(await shown()).toEqual(["eu live 3", "us live 2"]));
  });

  it("stays while its file is broken, which the page and the log report", async () => {
    writeSecret("us", "{{");
    await eventually(async () => expect(runtime.beat(await viewer()).problems).toMatchObject([{ context: "us", title: expect.stringContaining("changed") }]));
    expect(logged.join()).toContain("The kubeconfig was changed, and cannot be used");
    apiOf("us").remove("workloadentries", "workloadentries-shop-web-2");
    await eventually(async () => expect(await shown()).toEqual(["eu live 3", "us live 2"]));
  });
});

describe("the history of a removed cluster", () => {
  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  /** The machines on a past page by cluster, and the clusters that its headline can name. */
  const past = async (at: number) => {
    const { fleet, clusters, gaps } = await runtime.history.fleetAt(at, (await viewer()).scope);
    const counts = fleet.clusters.map((cluster) => `${cluster} ${[...fleet.entries()].filter((entry) => fleet.identityOf(entry).cluster === cluster).length}`);
    return { counts, clusters: clusters?.map(({ cluster }) => cluster), gaps: gaps.map(({ reason }) => reason) };
  };
  const recorded = async () => {
    const asked = parseQueryValues(ActivityQuery, new URLSearchParams("window=24h"));
    if (!("value" in asked)) throw new Error("the query is not readable");
    const { rows } = await runtime.history.activity(asked.value, (await viewer()).scope);
    return rows.map(({ type }) => type);
  };
  let [before, after] = [0, 0];
  beforeEach(async () => {
    for (const name of ["eu", "us"]) writeSecret(name);
    await begin();
    await eventually(async () => expect((await past(runtime.clock.now())).counts).toEqual(["eu 3", "us 3"]));
    before = runtime.clock.now();
    // A window ends with the last proof.
    await pause(1_500);
    rmSync(join(folder, "secrets/us"));
    await eventually(async () => expect(await shown()).toEqual(["eu live 3"]));
    await eventually(async () => expect((await runtime.history.clusters()).map(({ cluster }) => cluster)).toEqual(["eu", "us"]));
    await pause(2_500);
    after = runtime.clock.now();
  });

  it("has its machines until it was removed and not after, without a loss and without a gap of the fleet", async () => {
    await eventually(async () => expect((await past(after)).counts).toEqual(["eu 3"]));
    expect([await past(before), await past(after)]).toEqual([
      { counts: ["eu 3", "us 3"], clusters: ["eu", "us"], gaps: [] },
      { counts: ["eu 3"], clusters: ["eu"], gaps: [] },
    ]);
    expect((await recorded()).filter((type) => type === "ended")).toEqual([]);
  });

  it("is visible to the same viewers after a restart, also its link", async () => {
    const words = async (cluster: string) => removedCluster(runtime, await viewer(), cluster);
    expect(await words("us")).toMatchObject({ watchedTo: expect.any(Number) });
    await runtime.stop();
    await begin();
    await eventually(async () => expect(await words("us")).toMatchObject({ watchedTo: expect.any(Number) }));
    expect((await words("us"))?.watchedTo).toBeGreaterThanOrEqual(before);
    expect([await words("eu"), await words("asia")]).toEqual([null, null]);
    await eventually(async () => expect((await past(before)).counts).toEqual(["eu 3", "us 3"]));
    expect(await shown()).toEqual(["eu live 3"]);
  });
});

describe("viewers by tokens", () => {
  const USERS: Readonly<Record<string, string>> = { "Bearer own": "stolos", "Bearer jane": "jane" };
  const TOKENS = { STOLOS_SIGN_IN: "token", STOLOS_TOKEN_CLUSTERS: "eu,us", STOLOS_HISTORY: "off" };
  const jane = () => runtime.signIn.viewerOf({ headers: new Headers({ authorization: "Bearer jane" }) });
  const visible = async () => [...(await jane()).scope.clusters].map(([cluster, kinds]) => [cluster, kinds.get("workloadentries")]);
  const received = (cluster: string) => apiOf(cluster).requests.filter(({ authorization }) => authorization === "Bearer jane").length;
  beforeEach(() => {
    for (const cluster of APIS) {
      apiOf(cluster).put("namespaces", { name: "shop" });
      apiOf(cluster).put("namespaces", { name: "lab" });
      apiOf(cluster).intercept = ({ path, authorization }) => {
        const username = USERS[authorization];
        if (username === undefined) return { status: 401, body: "{}" };
        const body = JSON.stringify({ status: { userInfo: { username } } });
        return path.endsWith("/selfsubjectreviews") ? { status: 201, body, type: "application/json" } : null;
      };
    }
  });
  const allowOnlyShop = (cluster: string) => {
    apiOf(cluster).allow = (_verb, _resource, namespace) => namespace === "shop";
  };

  it("see a cluster that is added later as far as it allows them, while their sign-in goes on", async () => {
    writeSecret("eu");
    await begin({ ...TOKENS, STOLOS_NAMESPACES: "shop" });
    await eventually(async () => expect(await visible()).toEqual([["eu", "all"]]));
    const { identity } = await jane();
    const ended: string[] = [];
    runtime.hub.open(await jane(), { write: () => undefined, room: true, end: () => void ended.push("stream") });
    allowOnlyShop("us");
    writeSecret("us");
    await eventually(async () =>
      expect(await visible()).toEqual([
        ["eu", "all"],
        ["us", ["shop"]],
      ]),
    );
    // The page opens another stream, which has the rows of both clusters.
    expect([(await jane()).identity, ended]).toEqual([identity, ["stream"]]);
  });

  it("send nothing to a removed cluster, and do not see it", async () => {
    for (const name of ["eu", "us"]) writeSecret(name);
    await begin(TOKENS);
    await eventually(async () => expect((await visible()).map(([cluster]) => cluster)).toEqual(["eu", "us"]));
    rmSync(join(folder, "secrets/us"));
    await eventually(() => expect(runtime.fleet.clusters).toEqual(["eu"]));
    expect(await visible()).toEqual([["eu", "all"]]);
    const before = received("us");
    await new Promise((resolve) => setTimeout(resolve, 500));
    await jane();
    expect([received("us"), (await jane()).clientOf("us")]).toEqual([before, undefined]);
  });

  it("send nothing to an added cluster that the setting does not name", async () => {
    writeSecret("eu");
    await begin(TOKENS);
    await eventually(async () => expect(await visible()).toEqual([["eu", "all"]]));
    writeSecret("ap");
    await eventually(() => expect(runtime.statuses().map(({ cluster, freshness }) => `${cluster} ${freshness.kind}`)).toContain("ap live"));
    await jane();
    expect([received("ap"), await visible()]).toEqual([0, [["eu", "all"]]]);
  });

  it("send nothing to a second cluster without the setting, which the log reports", async () => {
    writeSecret("eu");
    await begin({ ...TOKENS, STOLOS_TOKEN_CLUSTERS: "" });
    await eventually(async () => expect(await visible()).toEqual([["eu", "all"]]));
    writeSecret("us");
    await eventually(() => expect(runtime.statuses().map(({ cluster, freshness }) => `${cluster} ${freshness.kind}`)).toContain("us live"));
    await jane();
    expect([received("us"), await visible()]).toEqual([0, [["eu", "all"]]]);
    expect(logged.join()).toContain("STOLOS_TOKEN_CLUSTERS is not set");
  });

  it("connect to the new address of a cluster, as the server does", async () => {
    writeSecret("eu");
    await begin(TOKENS);
    await eventually(async () => expect(await visible()).toEqual([["eu", "all"]]));
    writeSecret("eu", configOf("us"));
    await eventually(async () => {
      await jane();
      expect(received("us")).toBeGreaterThan(0);
      expect(runtime.ownClientOf("eu")?.server).toBe(apiOf("us").url);
    });
  });
});
