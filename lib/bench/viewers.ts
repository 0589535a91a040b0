import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { applyPatch } from "@/lib/client/apply-frame";
import { type Frame, patchFromWire, SnapshotOrRefusedFrame, WirePatch } from "@/lib/contract/views/frames";
import type { ViewState } from "@/lib/contract/views/view";
import { type NamespaceScope, type Scope, scopeFromPermissions, type Viewer, type WatchedKind } from "@/lib/domain/source/scope";
import { RevokedSessions } from "@/lib/server/access/revoked-sessions";
import { randomKeys } from "@/lib/server/access/sealing";
import { serverScope } from "@/lib/server/access/server-scope";
import { sessionCookies } from "@/lib/server/access/session-cookies";
import { tokenSignIn } from "@/lib/server/access/token-sign-in";
import type { SignedIn, SignIn } from "@/lib/server/access/viewer";
import { systemClock } from "@/lib/server/clock";
import { atMost, mustBe, print, told } from "@/lib/testing/figures";
import { type Api, startApi } from "./api";
import { OF_VIEWERS } from "./api-server";
import { fleetOf } from "./fleet-objects";
import { CLUSTER, contextOf, type Product, startProduct } from "./product";
import { namespacesOfViewer, SCOPES, tokenOfViewer, VIEWERS } from "./viewer-rights";

const PER_SECOND = 100;
const LIST = "/apis/networking.istio.io/v1/workloadentries";
/** How long it is measured: some renewals of every decision. */
const SECONDS = 60;

/** One person's stream, with the views as a browser has them after every frame. */
interface Reader {
  readonly viewer: Viewer;
  readonly views: ReadonlyMap<number, ViewState>;
  close(): void;
}

/**
 * P19: two hundred people with forty different rights at once, each signed in with a token, at a hundred changes a second: CPU, memory and access reviews,
 * also for one distinct scope, and whether at the end each has what these rights show.
 */
export async function viewers(entries: number): Promise<void> {
  const api = await startApi(entries);
  const scope = serverScope({ known: [CLUSTER], namespaces: null });
  let follow: SignIn["follow"] = () => () => undefined;
  const product = startProduct(api.url, undefined, { rights: scope.rights, follow: (...told) => follow(...told) });
  const clock = systemClock();
  await product.live();
  const signIn = tokenSignIn({
    ...{ contexts: [contextOf(api.url)], fleet: product.fleet, server: scope, readOnly: true, writes: [], istioNamespace: "istio-system", clock },
    cookies: sessionCookies(randomKeys(), clock.now),
    revoked: new RevokedSessions({ table: null, clock }),
    history: { keepAudit: () => undefined },
  });
  follow = signIn.follow;
  const heapBefore = heapNow();
  const began = performance.now();
  const before = await reviewsOf(api);
  const people = await Promise.all(Array.from({ length: VIEWERS }, (_, at) => signedIn(signIn, at)));
  const readers = people.map((viewer) => reader(product, viewer));
  const base = { part: "P19", entries };
  print(told({ ...base, metric: `until ${VIEWERS} people have signed in at once`, value: (performance.now() - began) / 1_000, unit: "s" }));
  print(told({ ...base, metric: "reviews for one who signs in", value: ((await reviewsOf(api)) - before) / VIEWERS, unit: "" }));
  await wait(10_000);
  await measure(api, signIn, base);
  print(told({ ...base, metric: "memory of the process with all of them", value: process.memoryUsage.rss() / 1_024 ** 2, unit: "MiB" }));
  print(told({ ...base, metric: "memory of one of these people", value: (heapNow() - heapBefore) / VIEWERS / 1_024, unit: "KiB" }));
  await wait(1_000);
  await closeAll(readers, base);
  const right = await rightViews(api, product, scope.get(), entries);
  const wrong = readers.filter(
    ({ viewer, views }, at) => !isDeepStrictEqual(right.get(viewer.scope.key), views) || viewer.scope.key !== keyOfRights(at, entries, scope.get()),
  );
  print(
    mustBe({
      ...base,
      metric: `each of ${VIEWERS} streams has at the end what its rights, of ${SCOPES}, show`,
      value: wrong.length === 0 && right.size === SCOPES,
    }),
  );
  signIn.stop();
  await product.stop();
  api.end();
}

/**
 * Closes the streams, those first whose rights somebody else who stays has too: what the server gives back is what it kept for one more person, and then for
 * a scope and its only person. What each had of its views stays, to be compared.
 */
async function closeAll(readers: readonly Reader[], base: { readonly part: string; readonly entries: number }): Promise<void> {
  const [firsts, others] = [readers.slice(0, SCOPES), readers.slice(SCOPES)];
  const steps = [
    { closed: others, metric: "memory of one more stream of a scope" },
    { closed: firsts, metric: "memory of one distinct scope and its stream" },
  ];
  for (const { closed, metric } of steps) {
    const before = heapNow();
    for (const one of closed) one.close();
    await wait(1_000);
    print(told({ ...base, metric, value: (before - heapNow()) / closed.length / 1_024, unit: "KiB" }));
  }
}

async function measure(api: Api, signIn: SignIn, base: { readonly part: string; readonly entries: number }): Promise<void> {
  const before = await reviewsOf(api);
  const began = performance.now();
  const busyBefore = process.cpuUsage();
  let held = 0;
  const watch = setInterval(() => {
    held = Math.max(held, signIn.figures?.().held ?? 0);
  }, 100);
  await api.events({ events: SECONDS * PER_SECOND, perSecond: PER_SECOND, mix: "hum", bare: false });
  clearInterval(watch);
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(busyBefore);
  const asked = (await reviewsOf(api)) - before;
  print(atMost(50, { ...base, metric: "reviews a second on the API server", value: asked / seconds, unit: "/s" }));
  print(told({ ...base, metric: "reviews a second for one distinct scope", value: asked / seconds / SCOPES, unit: "/s" }));
  print(atMost(0, { ...base, metric: "people whose rights were once not renewed within ten seconds", value: held, unit: "" }));
  print(told({ ...base, metric: `CPU at ${PER_SECOND} changes a second`, value: (user + system) / 10_000 / seconds, unit: "%" }));
  print(told({ ...base, metric: "CPU for one distinct scope", value: (user + system) / 10_000 / seconds / SCOPES, unit: "%" }));
}

/** Whoever comes waits to be let in, as a browser does. */
async function signedIn(signIn: SignIn, at: number): Promise<SignedIn> {
  const headers = new Headers({ authorization: `Bearer ${tokenOfViewer(at)}` });
  for (;;) {
    try {
      return await signIn.viewerOf({ headers });
    } catch (refused) {
      if (!(refused instanceof Error && "status" in refused && refused.status === 503)) throw refused;
      await wait(1_000);
    }
  }
}

function reader(product: Product, viewer: Viewer): Reader {
  const views = new Map<number, ViewState>();
  const { close } = product.subscribe((bytes) => {
    for (const frame of framesIn(new TextDecoder().decode(bytes))) {
      const state = views.get(frame.v);
      if (frame.t === "snapshot") views.set(frame.v, { head: frame.head, rows: frame.rows });
      if (frame.t === "patch" && state !== undefined) views.set(frame.v, applyPatch(state, frame));
    }
  }, viewer);
  return { viewer, views, close };
}

function framesIn(event: string): readonly Frame[] {
  const data: unknown = JSON.parse(event.slice(event.indexOf("data: ") + "data: ".length));
  if (event.startsWith("event: frame")) return [SnapshotOrRefusedFrame.parse(data)];
  return event.startsWith("event: ") ? [] : [patchFromWire(WirePatch.parse(data))];
}

/** What a viewer's rights come to, told from the rights themselves. */
function scopeOfRights(at: number, entries: number, server: Scope): Scope {
  const own = namespacesOfViewer(at, fleetOf(entries));
  const kinds = server.clusters.get(CLUSTER) ?? new Map<WatchedKind, NamespaceScope>();
  const seen = new Map<WatchedKind, NamespaceScope>([["nodes", kinds.get("nodes") ?? []]]);
  for (const kind of ["workloadentries", "workloadgroups", "services", "serviceentries", "destinationrules"] as const) seen.set(kind, own ?? "all");
  seen.set("pods", own === null ? "all" : ["istio-system", ...own].sort());
  return scopeFromPermissions(new Map([[CLUSTER, seen]]));
}

function keyOfRights(at: number, entries: number, server: Scope): string {
  return scopeOfRights(at, entries, server).key;
}

/** What streams show that begin now, by the key of their scope: computed anew, and counted by the API server's own list. */
async function rightViews(api: Api, product: Product, server: Scope, entries: number): Promise<ReadonlyMap<string, ReadonlyMap<number, ViewState>>> {
  const held = [...product.fleet.entries()].length;
  const { items } = (await (await fetch(`${api.url}${LIST}`)).json()) as { items: readonly { metadata: { namespace: string } }[] };
  if (items.length !== held) throw new Error(`The fleet has ${held} machines, the API server ${items.length}.`);
  const scopes = Array.from({ length: SCOPES }, (_, at) => ({ at, scope: scopeOfRights(at, entries, server) }));
  const fresh = scopes.map(({ at, scope }) => ({ at, scope, ...reader(product, { subject: `right ${at}`, scope, mayWrite: false }) }));
  await wait(5_000);
  return new Map(
    fresh.map(({ at, scope, views, close }) => {
      close();
      const own = namespacesOfViewer(at, fleetOf(entries));
      const count = items.filter(({ metadata }) => own === null || own.includes(metadata.namespace)).length;
      const total = Reflect.get(views.get(2)?.head ?? {}, "total");
      if (total !== count) throw new Error(`Scope ${at} shows ${String(total)} machines, the API server lists ${count}.`);
      return [scope.key, views];
    }),
  );
}

async function reviewsOf(api: Api): Promise<number> {
  const counts = new Map<string, number>((await (await fetch(`${api.url}/asked`)).json()) as [string, number][]);
  return counts.get(OF_VIEWERS) ?? 0;
}

function heapNow(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
