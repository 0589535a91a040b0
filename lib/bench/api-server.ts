import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { answerReview } from "@/lib/testing/rbac-table";
import { entryObject, type FleetSize, fleetOf, groupObject, replicaObject } from "./fleet-objects";
import { HUM, type Mix, RENEWALS, Traffic } from "./traffic";
import { rightsOf, viewerOfToken } from "./viewer-rights";

/** Orders that the measuring process gives, and what it is told. */
export type ApiOrder =
  | { readonly events: number; readonly perSecond: number; readonly mix: "hum" | "renewals"; readonly bare: boolean }
  | { readonly streamed: boolean };
export type ApiWord = { readonly url: string } | { readonly done: string; readonly busy: number };

const MIXES: Readonly<Record<"hum" | "renewals", Mix>> = { hum: HUM, renewals: RENEWALS };
const PATH = "/apis/networking.istio.io/v1/workloadentries";
const STEP_MS = 10;

/**
 * The API server of a bench, in a process of its own: it holds a fleet as bytes that are ready to send, streams lists where it is told to,
 * and sends events at a rate. It reports its own share of a core, for a run in which it is the slower one measures nothing.
 */
export async function runApiServer(entries: number): Promise<void> {
  const traffic = new Traffic(fleetOf(entries));
  const watchers = new Set<ServerResponse>();
  // Who only reads and parses: events like those of the fleet, of a fleet of their own.
  const bare = { traffic: new Traffic(fleetOf(Math.min(entries, 1_000)), 7), watchers: new Set<ServerResponse>() };
  let streamed = true;
  const asked = new Map<string, number>();
  const watches = countOpenWatches();
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "/", "http://bench");
    if (url.pathname === "/asked") return void response.writeHead(200, JSON_TYPE).end(JSON.stringify([...asked, ...watches.most()]));
    watches.note(url, response);
    const purpose = request.headers.authorization === undefined ? purposeOf(url) : OF_VIEWERS;
    asked.set(purpose, (asked.get(purpose) ?? 0) + 1);
    const viewer = viewerOfToken(request.headers.authorization);
    if (viewer !== null) return void answerViewer(viewer, traffic.size, request, response);
    if (url.pathname === "/bare") return void bare.watchers.add(openStream(response).on("close", () => bare.watchers.delete(response)));
    if (url.pathname === PATH) return url.searchParams.get("watch") === "true" ? watch(url, response) : list(url, traffic, response);
    if (url.searchParams.get("sendInitialEvents") === "true") return refuseStreamedList(response);
    return respond(response, url.searchParams.get("watch") === "true" ? null : otherAnswer(url.pathname, traffic));
  };
  const watch = (url: URL, response: ServerResponse) => {
    const initial = url.searchParams.get("sendInitialEvents") === "true";
    if (initial && !streamed) return refuseStreamedList(response);
    openStream(response).on("close", () => watchers.delete(response));
    if (initial) void sendAll(traffic, response).then(() => watchers.add(response));
    else watchers.add(response);
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  tell({ url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}` });
  process.on("message", (order: ApiOrder) => {
    if ("streamed" in order) streamed = order.streamed;
    else void play(order, order.bare ? bare.traffic : traffic, order.bare ? bare.watchers : watchers).then(tell);
  });
  process.on("disconnect", () => process.exit(0));
}

/** How questions about viewers' rights are counted. */
export const OF_VIEWERS = "reviews of viewers";

/** What one of the bench's viewers may see, by that viewer's token. */
async function answerViewer(viewer: number, size: FleetSize, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { value } = answerReview(`viewer ${viewer}`, rightsOf(viewer, size), request.url ?? "", JSON.parse(Buffer.concat(parts).toString()));
  response.writeHead(201, JSON_TYPE).end(JSON.stringify(value));
}

/** What a request is for, as "watch workloadentries" or "list pods"; a list of one object is a probe of liveness. */
function purposeOf({ pathname, searchParams }: URL): string {
  const kind = pathname.slice(pathname.lastIndexOf("/") + 1);
  if (searchParams.get("watch") === "true") return `watch ${kind}`;
  return `${searchParams.get("limit") === "1" ? "probe" : "list"} ${kind}`;
}

/** How many watches of each kind are open at one time; what it gives is counted from the last time it was asked. */
function countOpenWatches() {
  const open = new Map<string, { now: number; most: number }>();
  return {
    note(url: URL, response: ServerResponse): void {
      if (url.searchParams.get("watch") !== "true") return;
      const count = open.get(purposeOf(url)) ?? { now: 0, most: 0 };
      open.set(purposeOf(url), count);
      count.now++;
      count.most = Math.max(count.most, count.now);
      response.once("close", () => count.now--);
    },
    most(): [string, number][] {
      const most = [...open].map(([purpose, count]): [string, number] => [`most ${purpose}`, count.most]);
      for (const count of open.values()) count.most = count.now;
      return most;
    },
  };
}

const JSON_TYPE = { "content-type": "application/json" };

function openStream(response: ServerResponse): ServerResponse {
  response.writeHead(200, JSON_TYPE);
  response.flushHeaders();
  return response;
}

function refuseStreamedList(response: ServerResponse): void {
  const status = { kind: "Status", status: "Failure", code: 422, reason: "Invalid", message: "sendInitialEvents is forbidden" };
  response.writeHead(422, JSON_TYPE).end(JSON.stringify(status));
}

function tell(word: ApiWord): void {
  process.send?.(word);
}

/** Sends events evenly, and at last one that names the version at which all of them have been read. */
async function play(order: Extract<ApiOrder, { events: number }>, traffic: Traffic, watchers: ReadonlySet<ServerResponse>): Promise<ApiWord> {
  const startedAt = performance.now();
  const busyBefore = process.cpuUsage();
  const send = (line: string) => {
    for (const watcher of watchers) watcher.write(line);
  };
  for (let sent = 0; sent < order.events; await wait(STEP_MS)) {
    const due = Math.min(order.events, Math.ceil(((performance.now() - startedAt) * order.perSecond) / 1_000));
    let lines = "";
    for (; sent < due; sent++) lines += traffic.line(MIXES[order.mix]);
    send(lines);
  }
  const { user, system } = process.cpuUsage(busyBefore);
  const busy = (user + system) / 1_000 / (performance.now() - startedAt);
  send(traffic.bookmark());
  return { done: String(traffic.version), busy };
}

async function sendAll(traffic: Traffic, response: ServerResponse): Promise<void> {
  let lines = "";
  for (const object of traffic.objects()) {
    lines += `${JSON.stringify({ type: "ADDED", object })}\n`;
    if (lines.length < 256 * 1024) continue;
    if (!response.write(lines)) await new Promise((resolve) => response.once("drain", resolve));
    lines = "";
  }
  response.write(lines + traffic.bookmark(true));
}

function list(url: URL, traffic: Traffic, response: ServerResponse): void {
  const from = Number(url.searchParams.get("continue") || 0);
  const limit = Number(url.searchParams.get("limit") || traffic.machines.length);
  const page = traffic.machines.slice(from, from + limit);
  const left = traffic.machines.length - from - page.length;
  const rest = left > 0 ? { continue: String(from + limit), remainingItemCount: left } : {};
  const head = JSON.stringify({
    kind: "WorkloadEntryList",
    apiVersion: "networking.istio.io/v1",
    metadata: { resourceVersion: String(traffic.version), ...rest },
  });
  response.writeHead(200, JSON_TYPE);
  response.write(`${head.slice(0, -1)},"items":[`);
  for (let at = 0; at < page.length; at += 100) {
    const part = page.slice(at, at + 100).map((machine) => JSON.stringify(entryObject(machine, traffic.size, traffic.versionOf(machine))));
    response.write((at === 0 ? "" : ",") + part.join(","));
  }
  response.end("]}");
}

/** Everything beside entries: groups, three replicas, rights without limits, and nothing of the rest. */
function otherAnswer(path: string, { size }: Traffic): object {
  if (path === "/version") return { gitVersion: "v1.36.0" };
  if (path.endsWith("selfsubjectaccessreviews")) return { kind: "SelfSubjectAccessReview", status: { allowed: true } };
  if (path === "/apis/networking.istio.io")
    return { kind: "APIGroup", name: "networking.istio.io", versions: [{ groupVersion: "networking.istio.io/v1", version: "v1" }] };
  const items = path.endsWith("/workloadgroups")
    ? Array.from({ length: size.groups }, (_, group) => groupObject(group, size))
    : path.endsWith("/pods")
      ? [0, 1, 2].map(replicaObject)
      : [];
  return { kind: "List", apiVersion: "v1", metadata: { resourceVersion: "1000" }, items };
}

/** An answer, or (null) a watch on which nothing ever comes. */
function respond(response: ServerResponse, body: object | null): void {
  if (body === null) openStream(response);
  else response.writeHead(200, JSON_TYPE).end(JSON.stringify(body));
}
