import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { playStep, podNameOf } from "@/lib/sandbox/istiod/play-steps";
import { entryNameOf, type ProxyNode, proxyId } from "@/lib/sandbox/istiod/proxy";
import type { Stage } from "@/lib/sandbox/istiod/stage";
import type { MachineState, VirtualMachine } from "@/lib/sandbox/istiod/virtual-machine";
import type { Mesh } from "@/lib/sandbox/machine/entrance";
import { type AskedMachine, startMachine } from "@/lib/sandbox/machine/start-machine";
import type { Director } from "@/lib/sandbox/scenarios/director";

interface Asked {
  readonly stage: Stage;
  readonly director: Director;
  readonly mesh: Mesh;
  readonly compact: () => void;
  readonly query: URLSearchParams;
  readonly body: unknown;
  readonly parts: readonly string[];
}

/** Method and path (with `*` for a name) → what it does. main.ts tells in words. */
const verbs: Readonly<Record<string, (asked: Asked) => unknown>> = {
  "GET /state": ({ stage, director, query }) => stateOf(stage, director, query.get("vms") !== "0"),
  "POST /compact": ({ compact }) => compact(),
  "POST /scenario/*": ({ director, parts }) => director.play(parts[1] ?? ""),
  "POST /vms": ({ stage, mesh, body }) => (isAsked(body) ? bundled(stage, mesh, body) : connect(stage, body as ProxyNode)),
  "GET /vms/*/*": (asked) => machineRow(machineOf(asked)),
  "DELETE /vms/*/*": (asked) => asked.stage.remove(proxyId(machineOf(asked).proxy)),
  "POST /vms/*/*/health": (asked) => machineOf(asked).report(String((asked.body as { problem?: string } | null)?.problem ?? "")),
  "POST /vms/*/*/disconnect": (asked) => machineOf(asked).stop(),
  "POST /vms/*/*/vanish": (asked) => machineOf(asked).vanish(),
  "POST /vms/*/*/connect": (asked) => machineOf(asked).start(),
  "POST /replicas/*": ({ stage, parts }) => startReplica(stage, parts[1] ?? ""),
  "DELETE /replicas/*": ({ stage, parts, query }) => endReplica(stage, parts[1] ?? "", query),
};

/** What the verbs act on; `compact` makes the API server forget all changes so far. */
type Controlled = Pick<Asked, "stage" | "director" | "mesh" | "compact">;

/** Serves the control verbs on loopback; resolves to the server and its address once it listens. */
export async function serveControl(controlled: Controlled, port: number): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    answer(controlled, request).then(
      (body) => reply(response, 200, body ?? {}),
      (problem: unknown) => reply(response, /^no /.test(messageOf(problem)) ? 404 : 400, { error: messageOf(problem) }),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function answer(controlled: Controlled, request: IncomingMessage): Promise<unknown> {
  // A page in a browser must not reach it under a name of its own.
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? "") || request.headers.origin !== undefined) throw new Error("asked by a page");
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  const parts = url.pathname.split("/").slice(1).map(decodeURIComponent);
  const shape = Object.keys(verbs).find((verb) => fits(verb, request.method ?? "", parts));
  const verb = shape === undefined ? undefined : verbs[shape];
  if (verb === undefined) throw new Error(`no such verb: ${request.method} ${url.pathname}`);
  return verb({ ...controlled, query: url.searchParams, parts, body: await bodyOf(request) });
}

function fits(verb: string, method: string, parts: readonly string[]): boolean {
  const [wanted, path = ""] = verb.split(" ");
  const shape = path.split("/").slice(1);
  return wanted === method && shape.length === parts.length && shape.every((part, index) => part === "*" || part === parts[index]);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text === "" ? null : JSON.parse(text);
}

/** By the machine's own name, or by its entry's. */
function machineOf({ stage, parts }: Asked): VirtualMachine {
  const [, namespace = "", name = ""] = parts;
  const byName = stage.machines.get(`${namespace}/${name}`);
  const found = byName ?? [...stage.machines.values()].find(({ proxy }) => proxy.namespace === namespace && entryNameOf(proxy) === name);
  if (found === undefined) throw new Error(`no VM ${namespace}/${name}`);
  return found;
}

function connect(stage: Stage, proxy: ProxyNode): { vm: string } {
  if (!proxy?.name || !proxy.namespace || !proxy.address) throw new Error("a VM needs a name, a namespace and an address");
  stage.add(proxy).start();
  return { vm: proxyId(proxy) };
}

function isAsked(body: unknown): body is AskedMachine {
  return typeof body === "object" && body !== null && "bundle" in body;
}

/** Says what it made of the files; of the token nothing. */
function bundled(stage: Stage, mesh: Mesh, asked: AskedMachine) {
  const { proxy, istiodHost, istiodAddress, clusterId, claimedAccount } = startMachine(stage, mesh, asked);
  return { vm: proxyId(proxy), read: { ...proxy, istiodHost, istiodAddress, clusterId, claimedAccount } };
}

async function startReplica(stage: Stage, name: string): Promise<{ pod: string }> {
  const { controlPlane } = stage;
  const pod = podNameOf(stage, name);
  const revision = controlPlane.pods.get(pod)?.revision ?? [...controlPlane.pods.values()][0]?.revision ?? { name: "default", version: "1.31.0", replicas: 1 };
  const replica = await controlPlane.start(revision, name === "new" ? controlPlane.freshName(revision) : pod);
  return { pod: replica.podName };
}

async function endReplica(stage: Stage, name: string, query: URLSearchParams): Promise<void> {
  const { controlPlane } = stage;
  const pod = podNameOf(stage, name);
  if (query.has("pod")) return controlPlane.forget(pod);
  if (query.has("lost")) return playStep(stage, { verb: "lose-istiod", replica: pod });
  return playStep(stage, { verb: "stop-istiod", replica: pod, writes: query.getAll("writes") });
}

function stateOf(stage: Stage, director: Director, withMachines: boolean) {
  const machines = [...stage.machines.values()];
  const count = (kind: MachineState["kind"]): number => machines.filter(({ state }) => state.kind === kind).length;
  const pods = [...stage.controlPlane.pods.values()];
  return {
    scenario: director.current,
    replicas: pods.filter(({ replica }) => replica !== null).map(({ name }) => name),
    pods: pods.map(({ name, revision, replica }) => ({ name, revision: revision.name, connections: replica?.connections ?? null })),
    counts: { total: machines.length, connected: count("connected"), connecting: count("connecting"), waiting: count("waiting"), stopped: count("stopped") },
    ...(withMachines ? { vms: Object.fromEntries(machines.map((machine) => [proxyId(machine.proxy), machineRow(machine)])) } : {}),
  };
}

function machineRow({ state, proxy, verdict }: VirtualMachine) {
  const words = state.kind === "waiting" ? `waiting: ${state.refusal}` : state.kind;
  return { state: words, entry: entryNameOf(proxy), verdict, ...(state.kind === "connected" ? { replica: state.replica } : {}) };
}

function messageOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(`${JSON.stringify(body)}\n`);
}
