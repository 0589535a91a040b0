import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { COMMAND_NAMES, SENT_COMMANDS } from "@/lib/testing/sent-commands";
import { ask, eachOf } from "./ask";
import { Cluster } from "./cluster";
import { expect, test } from "./fixtures";
import { isWhole, SEED, someOf, told } from "./proof-extent";
import { attemptsOf, type Extent, type Target } from "./read-only/attempts";
import { deployRole } from "./read-only/deployed";
import { LAYERS, type Layer } from "./read-only/layers";
import { beyondReading, type RecordedWorld, startRecordedWorld, type WatchedDashboard } from "./read-only/world";

/*
 * A server that only reads writes nothing: every route and page of the build is sent whatever could make it write, with all three layers of the
 * process, and without some of them, while every request to the API server is noted on its way. Its account may write; the role is the fourth layer, and is
 * tried without the other three.
 */
const WHOLE: Extent = { bodies: 25, reads: 2, seed: SEED };
/** What `npm test` has time for: every route, page and command by every method, each at one of its addresses, and without some layers only what would write. */
const ALL: Extent = isWhole ? WHOLE : { bodies: 1, reads: 1, addresses: 1, seed: SEED };
const LAYERED: Extent = isWhole ? WHOLE : { bodies: 1, reads: 1, addresses: 1, onlyWriting: true, seed: SEED };
const QUIET_MS = isWhole ? 180_000 : 2_000;

let world: RecordedWorld;
let groups: readonly Target[];
let entries: readonly Target[];
/** The account of the role that reads. */
let reader: string;

test.beforeAll(async () => {
  world = await startRecordedWorld();
  reader = await deployRole(world, "reading-role");
  const targets = async (kind: "group" | "entry", plural: string): Promise<readonly Target[]> => {
    const { items = [] } = await world.admin.get(`/apis/networking.istio.io/v1/${plural}`);
    return items.map(({ metadata: { namespace = "", name, uid, resourceVersion = "" } }) => ({
      kind,
      cluster: "sandbox",
      namespace,
      name,
      uid,
      resourceVersion,
    }));
  };
  [groups, entries] = await Promise.all([targets("group", "workloadgroups"), targets("entry", "workloadentries")]);
});
test.afterAll(() => world.end());

/** The built file of a module of a command. Those without a module in their name only know where that file is. */
const COMMAND_FILE = /\/lib_server_commands_[\w-]+_ts_/;

interface Outcome {
  readonly sent: number;
  readonly beyond: readonly string[];
}

/** Sends every attempt, and tells what of it left the server beside reads and reviews. */
async function attempt(dashboard: WatchedDashboard, extent: Extent): Promise<Outcome> {
  const attempts = attemptsOf(groups, entries, dashboard.address, extent);
  const statuses = new Map<number, number>();
  await eachOf(attempts, 8, async (sent) => {
    const { status } = await ask(dashboard.address, sent);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  });
  // An attempt that was turned away for its frequency alone has proved nothing.
  expect(statuses.get(429) ?? 0).toBe(0);
  return { sent: attempts.length, beyond: beyondReading(dashboard.proxy.seen) };
}

async function planted(dashboard: WatchedDashboard): Promise<readonly string[]> {
  return (await dashboard.inside()).planted.filter(({ times }) => times === 0).map(({ find }) => find);
}

const settings = { STOLOS_READ_ONLY: "true" };
const others = (layer: Layer) => LAYERS.filter((each) => each !== layer);

test("with all layers nothing is written, no module of a command is loaded, and nothing is written by itself", async () => {
  test.setTimeout(1_800_000);
  const dashboard = await world.start("admin", settings);
  const { sent, beyond } = await attempt(dashboard, ALL);
  const loaded = (await dashboard.inside()).loaded.filter((path) => COMMAND_FILE.test(path));
  await wait(QUIET_MS);
  told("S3 writes that left a server that only reads", beyondReading(dashboard.proxy.seen).length, 0, sent, { requests: dashboard.proxy.seen.length });
  expect(beyond).toEqual([]);
  expect(loaded).toEqual([]);
  expect(beyondReading(dashboard.proxy.seen)).toEqual([]);
  expect(dashboard.proxy.seen.length, "the server did ask the API server").toBeGreaterThan(50);
  await dashboard.end();
});

/** Each lets nothing out by itself: of them `npm test` tries one. */
for (const layer of someOf(LAYERS, 1)) {
  test(`the layer "${layer}" alone lets nothing out`, async () => {
    test.setTimeout(1_800_000);
    const dashboard = await world.start("admin", settings, others(layer));
    const { sent, beyond } = await attempt(dashboard, LAYERED);
    told(`S3 writes that left a server that only reads, with the layer "${layer}" alone`, beyond.length, 0, sent);
    expect(beyond).toEqual([]);
    expect(await planted(dashboard), "every part of the other layers was taken away").toEqual([]);
    await dashboard.end();
  });
}

/** Two layers let out no more than either of them alone: `npm run prove` tries the pairs too. */
for (const layer of isWhole ? LAYERS : []) {
  test(`without the layer "${layer}" the others let nothing out`, async () => {
    test.setTimeout(1_800_000);
    const dashboard = await world.start("admin", settings, [layer]);
    const { sent, beyond } = await attempt(dashboard, LAYERED);
    told(`S3 writes that left a server that only reads, without the layer "${layer}"`, beyond.length, 0, sent);
    expect(beyond).toEqual([]);
    expect(await planted(dashboard), "every part of the layer was taken away").toEqual([]);
    await dashboard.end();
  });
}

/** What somebody might try to write: objects, and what acts below them. */
const WRITTEN = [
  ...["workloadgroups", "workloadentries", "serviceentries", "destinationrules", "virtualservices", "sidecars", "gateways"].map(
    (kind) => `/apis/networking.istio.io/v1/namespaces/shop/${kind}`,
  ),
  ...["services", "pods", "serviceaccounts", "configmaps", "secrets", "events"].map((kind) => `/api/v1/namespaces/shop/${kind}`),
  ...["peerauthentications", "authorizationpolicies"].map((kind) => `/apis/security.istio.io/v1/namespaces/shop/${kind}`),
  "/apis/discovery.k8s.io/v1/namespaces/shop/endpointslices",
  ...["/api/v1/namespaces", "/api/v1/nodes", "/apis/apps/v1/namespaces/istio-system/deployments", "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings"],
];
const BELOW = ["/api/v1/namespaces/shop/serviceaccounts/default/token", "/api/v1/namespaces/shop/pods/p/exec", "/api/v1/namespaces/shop/pods/p/eviction"];

test("the account of the role that reads is refused every write by the API server itself", async () => {
  const account = new Cluster(join(world.folder, `${reader}.kubeconfig`));
  const object = { metadata: { name: "written-by-proof" } };
  const tries = [
    ...[...WRITTEN, ...BELOW].map((path) => () => account.create(path, object)),
    ...WRITTEN.flatMap((path) => [() => account.patch(`${path}/cart`, object), () => account.delete(`${path}/cart`), () => account.delete(path)]),
  ];
  const outcomes = await Promise.all(
    tries.map((write) =>
      write().then(
        () => "written",
        (error: Error) => error.message,
      ),
    ),
  );
  expect(outcomes.filter((outcome) => !/: 403 /.test(outcome))).toEqual([]);
  expect((await account.get(`${WRITTEN[0]}/cart`)).metadata.name, "it may read").toBe("cart");
});

test("the role that reads alone lets nothing be written: whatever leaves a server without the other layers is refused by the API server", async () => {
  test.setTimeout(1_800_000);
  const dashboard = await world.start(reader, settings, [...LAYERS, "asked before"]);
  const { sent, beyond } = await attempt(dashboard, LAYERED);
  const accepted = beyond.filter((line) => !line.endsWith(" 403"));
  told("S3 writes that the API server accepts of the role that reads, without the other layers", accepted.length, 0, sent, { left: beyond.length });
  expect(accepted).toEqual([]);
  expect(beyond.length, "something did leave the server").toBeGreaterThan(30);
  expect(await planted(dashboard), "every part of the other layers was taken away").toEqual([]);
  // It is a role to work with: what it reads is shown.
  const { body } = await ask(dashboard.address, { method: "GET", path: "/entries" });
  expect(entries.filter(({ name }) => body.includes(name)).length).toBeGreaterThan(10);
  await dashboard.end();
});

/** A request as a command says that it writes: `PATCH workloadgroups`, `POST serviceaccounts/token`. */
function shapeOf(line: string): string {
  const [, method, kind, below = ""] = /^(\w+) \/apis?\/(?:[^/]+\/)?v[^/]+\/namespaces\/[^/]+\/(\w+)(?:\/[^/? ]+(\/\w+)?)?/.exec(line) ?? [];
  return `${method} ${kind}${below}`;
}

test("without any layer, and with an account that may write, the same attempts do write: they can be seen", async () => {
  test.setTimeout(1_800_000);
  const dashboard = await world.start("admin", settings, LAYERS);
  const { beyond } = await attempt(dashboard, { bodies: isWhole ? 12 : 1, reads: 1, ...(!isWhole && { addresses: 1 }), onlyWriting: true, seed: SEED });
  // Of each command that is declared: without a layer it is given, and its request leaves the server.
  const left = new Set(beyond.map(shapeOf));
  expect(COMMAND_NAMES.filter((name) => !left.has(SENT_COMMANDS[name].writes))).toEqual([]);
  const audited = new Set([...dashboard.log().matchAll(/"command":"([\w-]+)"/g)].map(([, name = ""]) => name));
  expect(COMMAND_NAMES.filter((name) => !audited.has(name))).toEqual([]);
  expect((await dashboard.inside()).loaded.filter((path) => COMMAND_FILE.test(path))).not.toEqual([]);
  await dashboard.end();
});
