import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ApiServer, createApiServer } from "@/lib/sandbox/apiserver/api-server";
import { gatewayApiDefinitions } from "@/lib/sandbox/apiserver/gateway-api-definitions";
import { istioDefinitions } from "@/lib/sandbox/apiserver/istio-definitions";
import type { KubeObject } from "@/lib/sandbox/apiserver/kube-object";
import { createAuthority } from "@/lib/sandbox/apiserver/pki";
import { bigFleet, emptyFleet } from "@/lib/sandbox/fleet/big-fleet";
import { demoFleet } from "@/lib/sandbox/fleet/demo-fleet";
import type { Fleet } from "@/lib/sandbox/fleet/fleet";
import { nodes } from "@/lib/sandbox/fleet/places";
import { seedFleet } from "@/lib/sandbox/fleet/seed-fleet";
import { systemClock } from "@/lib/sandbox/istiod/clock";
import { ControlPlane } from "@/lib/sandbox/istiod/control-plane";
import { HttpsApi } from "@/lib/sandbox/istiod/https-api";
import { type Random, seeded } from "@/lib/sandbox/istiod/random";
import { followNamespaces } from "@/lib/sandbox/istiod/root-certificates";
import { chartSettings, spedUp } from "@/lib/sandbox/istiod/settings";
import { Stage } from "@/lib/sandbox/istiod/stage";
import { Director } from "@/lib/sandbox/scenarios/director";
import { istioWebhook } from "@/lib/sandbox/webhook/istio-webhook";
import { serveControl } from "./control-api";
import { type NamedServer, removeFiles, writeKubeconfigs } from "./kubeconfig-files";
import { readOptions, type SandboxOptions } from "./options";
import { makeUsers, rightsObjects, type SandboxUser } from "./users";

/** In a big fleet, streams live longer: their recycling alone would keep a core busy. */
const bigFleetEntries = 20_000;
const bigFleetMaxAgeMs = 4 * 3600_000;
/** And whoever comes to look is served before istiod fills its cache. */
const bigFleetQuietMs = 30_000;

/** What istiod's certificate stands for: its Service, and that of each revision of the demo. */
const istiodNames = ["istiod", "istiod-1-31-2", "istiod-remote", "istio-pilot"].map((name) => `${name}.istio-system.svc`);

/** The program: starts everything, says so, and lives until it is told to end. Ends the process itself. */
export async function run(args: readonly string[], environment: Readonly<Record<string, string | undefined>>): Promise<void> {
  const options = optionsOrExit(args, environment);
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  const ends: (() => unknown)[] = [];
  endOnSignal(ends);
  const users = makeUsers(options.tokens);
  const definitions = [...istioDefinitions(), ...gatewayApiDefinitions()];
  const issuer = options.issuer === null ? {} : { issuer: options.issuer };
  const limit = options.maxTokenSeconds === null ? {} : { maxTokenSeconds: options.maxTokenSeconds };
  const bookmarks = options.bookmarkMs === null ? {} : { bookmarkIntervalMs: options.bookmarkMs };
  const server = await createApiServer({ users, port: options.port, webhook: istioWebhook, definitions, ...issuer, ...limit, ...bookmarks });
  const restored = options.objects === null ? null : restoredFrom(options.objects);
  if (restored !== null) server.storage.restore(restored.objects);
  const { stage, apis, director, mesh } = await populate(server, users, { ...options, isRestored: restored !== null }, say);
  ends.push(
    () => director.stop(),
    () => stage.close(),
    ...apis.map((api) => () => api.close()),
    () => server.close(),
  );
  const control = options.control === null ? null : await serveControl({ stage, director, mesh, compact: () => server.storage.compact() }, options.control);
  ends.push(() => control?.server.close());
  const named = { cluster: restored?.cluster ?? "sandbox", url: server.url, authority: server.caPem };
  const written = writeFiles(options, named, users, control?.url ?? null);
  ends.push(() => removeFiles(written));
  say(`ready: ${options.kubeconfig} (${server.url}, ${stage.machines.size} machines${control === null ? "" : `, control ${control.url}`})`);
  if (restored === null) director.play(options.scenario);
}

/** Whatever still hangs on a socket may not keep the process for a second. */
const patienceMs = 700;

function endOnSignal(ends: readonly (() => unknown)[]): void {
  const end = (): void => {
    setTimeout(() => process.exit(0), patienceMs).unref();
    void Promise.allSettled(ends.toReversed().map((finish) => finish())).then(() => process.exit(0));
  };
  process.once("SIGTERM", end);
  process.once("SIGINT", end);
  // Whoever started this with a channel of its own wants it gone with itself, however that ends.
  process.once("disconnect", end);
}

/** The kubeconfig comes last: its appearance says that all is ready. */
function writeFiles(options: SandboxOptions, server: NamedServer, users: readonly SandboxUser[], controlUrl: string | null): string[] {
  const folder = dirname(options.kubeconfig);
  mkdirSync(folder, { recursive: true });
  const control = join(folder, "control");
  if (controlUrl !== null) writeFileSync(control, controlUrl);
  const people = users.filter(({ name }) => name !== "istiod");
  return [...writeKubeconfigs(options.kubeconfig, server, people), ...(controlUrl === null ? [] : [control])];
}

function optionsOrExit(args: readonly string[], environment: Readonly<Record<string, string | undefined>>): SandboxOptions {
  try {
    return readOptions(args, environment);
  } catch (problem) {
    process.stderr.write(`sandbox: ${problem instanceof Error ? problem.message : String(problem)}\n`);
    return process.exit(2);
  }
}

/** The objects of a file, and the name of their cluster. */
function restoredFrom(file: string): { readonly cluster: string; readonly objects: readonly KubeObject[] } {
  return JSON.parse(readFileSync(file, "utf8"));
}

type Population = SandboxOptions & { readonly isRestored: boolean };

async function populate(server: ApiServer, users: readonly SandboxUser[], options: Population, say: (line: string) => void) {
  const random = seeded(options.seed);
  const clock = systemClock();
  const isBig = (options.entries ?? 0) > bigFleetEntries;
  const maxAgeMs = options.maxAgeMs ?? (isBig ? bigFleetMaxAgeMs : chartSettings.maxAgeMs);
  const settings = spedUp({ ...chartSettings, maxAgeMs }, options.speed);
  const fleet = fleetOf(options, random, clock.nanos(), settings.maxAgeMs);

  for (const object of rightsObjects()) server.storage.seed(object);
  const apiOf = (name: string) => new HttpsApi({ server: server.url, authority: server.caPem, token: users.find((user) => user.name === name)?.token ?? "" });
  const [api, hands] = [apiOf("istiod"), apiOf("admin")];
  const controlPlane = new ControlPlane({ api, clock, random, settings, places: nodes, log: say });
  const stage = new Stage(controlPlane, (replicas) => (replicas.length === 0 ? null : random.pick(replicas)));
  // Restored objects stay as they are: no istiod runs that would delete the entries of machines that are not played.
  if (!options.isRestored) {
    await seedFleet(fleet, stage, (object) => server.storage.seed(object));
    await controlPlane.open(isBig ? bigFleetQuietMs : 0);
  }
  const authority = await createAuthority(Date.now(), istiodNames);
  await followNamespaces(api, authority.caPem, say);
  const mesh = { api: hands, certificate: authority.server.certificate };
  const plans = new Map(fleet.groups.map(({ plan }) => [`${plan.namespace}/${plan.name}`, plan]));
  return { stage, mesh, apis: [api, hands], director: new Director({ stage, random, hands, plans, tell: say }, options.speed) };
}

function fleetOf({ entries, scenario }: SandboxOptions, random: Random, now: bigint, maxAgeMs: number | null): Fleet {
  if (scenario === "empty" || entries === 0) return emptyFleet(now);
  return entries === null ? demoFleet(random, now, maxAgeMs) : bigFleet(entries, random, now, maxAgeMs);
}
