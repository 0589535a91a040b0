import { request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { type SeededRandom, seededRandom } from "@/lib/chaos/seeded-random";
import { REVIEW_TIMES } from "@/lib/server/access/review-times";
import type { RbacTable } from "@/lib/testing/rbac-table";
import { openMachine } from "./open-machine";
import { type ReviewServer, startReviewServer } from "./review-server";
import { takeSlowly } from "./slow-reader";
import { startViewersServer, type ViewersServer } from "./viewers-server";

/**
 * How rights are lost: a binding is deleted, of its verbs `get` alone goes, the token is not taken any more, its viewer signs out, or nobody can be asked any
 * more.
 */
export const KINDS = ["binding", "get", "token", "sign-out", "away"] as const;
type Kind = (typeof KINDS)[number];

/** How a viewer comes to see something: by an open stream, by a request, in a file that is slowly taken, and in an object that stands open on a page. */
const WAYS = ["streamed", "answered", "downloaded", "opened"] as const;
type Way = (typeof WAYS)[number];

export interface RevocationOptions {
  readonly trials: number;
  readonly seed: number;
  readonly atOnce: number;
  /** How many times as fast as life. */
  readonly scale: number;
}

/** One trial: how long after the loss the last byte came that was not allowed any more, in milliseconds of life's pace, and how many came after the limit. */
export interface Trial {
  readonly kind: Kind;
  readonly lastMs: number;
  readonly late: number;
  /** How often something was seen before, on each way: a trial in which nothing was to be seen proves nothing. */
  readonly before: Readonly<Record<Way, number>>;
}

interface Place {
  readonly api: ReviewServer;
  readonly server: ViewersServer;
  readonly scale: number;
  readonly namespace: string;
}

/** How often the machine of a trial changes, and its viewer asks. Milliseconds. */
const CHANGE_MS = 60;
const ASK_MS = 90;
/** How long the reader of a file takes for a part, in milliseconds of life's pace. */
const PART_MS = 1_000;
/** Whoever comes sees something within this, however busy the machine is. */
const COMES_MS = 20_000;
/** How long is listened after the limit, in limits. */
const LISTEN = 1.5;

/** Takes rights away at random moments from viewers with an open stream, an object that stands open and a file on its way, who ask all the while, many at once. */
export async function revocations({ trials, seed, atOnce, scale }: RevocationOptions): Promise<readonly Trial[]> {
  const api = await startReviewServer();
  // A namespace for each that is tried at once, with a machine that is changed all the while.
  const namespaces = Array.from({ length: Math.min(atOnce, trials) }, (_, lane) => `ns-${lane}`);
  const server = await startViewersServer(api.url, namespaces, scale);
  const done: Trial[] = [];
  let next = 0;
  const lane = async (namespace: string) => {
    for (let index = next++; index < trials; index = next++)
      done.push(await trial({ api, server, scale, namespace }, index, seededRandom(seed * 10_000 + index)));
  };
  await Promise.all(namespaces.map(lane));
  await server.close();
  await api.close();
  return done;
}

async function trial({ api, server, scale, namespace }: Place, index: number, random: SeededRandom): Promise<Trial> {
  const [token, kind] = [`token-${index}`, KINDS[index % KINDS.length] ?? "binding"];
  const rule = { namespace, verbs: ["list", "watch"], groups: ["networking.istio.io"], resources: ["workloadentries"] };
  const table: RbacTable = { rules: [rule, { ...rule, verbs: ["get"] }], isComplete: random.next() < 0.5 };
  api.rights.set(token, { table, is: "good" });
  const limitMs = REVIEW_TIMES.mostAgeMs / scale;
  const heard: { readonly at: number; readonly how: Way }[] = [];
  const running = { isOver: false };
  // Of the one machine: what no other text holds.
  const addresses = `10.${index % 250}.${Math.floor(index / 250)}.`;
  const note = (how: Way, text: string) => {
    if (text.includes(how === "streamed" ? addresses : `vm-${namespace}`)) heard.push({ at: performance.now(), how });
  };
  const file = { file: () => server.file(token), partMs: PART_MS / scale, isOver: () => running.isOver, told: (text: string) => note("downloaded", text) };
  const work = [change(server, namespace, { addresses, running }), askAgain(server.url, token, running, (text) => note("answered", text)), takeSlowly(file)];
  const close = stream(server.url, token, (text) => note("streamed", text));
  const leave = openMachine({ server, token, namespace, scale }, (text) => note("opened", text));
  const isSeen = () => WAYS.every((way) => heard.some(({ how }) => how === way));
  for (const began = performance.now(); !isSeen() && performance.now() - began < COMES_MS; ) await pause(CHANGE_MS);
  await pause(limitMs * random.next());
  const lostAt = performance.now();
  const isSignedOut = kind === "sign-out";
  if (kind === "binding" || kind === "get") api.rights.set(token, { table: { ...table, rules: kind === "get" ? [rule] : [] }, is: "good" });
  else api.rights.set(token, { table, is: kind === "away" ? "away" : "unknown" });
  if (isSignedOut) server.signIn.signOut({ headers: new Headers({ authorization: `Bearer ${token}` }) });
  await pause(limitMs * (1 + LISTEN));
  running.isOver = true;
  close();
  leave();
  await Promise.all(work);
  // Whoever may still list and watch is told of it by all other ways.
  const after = heard.filter(({ at, how }) => at > lostAt && (kind !== "get" || how === "opened"));
  const before = heard.filter(({ at }) => at <= lostAt);
  return {
    kind,
    lastMs: Math.round(Math.max(0, ...after.map(({ at }) => at - lostAt)) * scale),
    late: after.filter(({ at }) => at - lostAt > limitMs).length,
    before: {
      ...{ streamed: countOf(before, "streamed"), answered: countOf(before, "answered") },
      ...{ downloaded: countOf(before, "downloaded"), opened: countOf(before, "opened") },
    },
  };
}

function countOf(heard: readonly { readonly how: Way }[], way: Way): number {
  return heard.filter(({ how }) => how === way).length;
}

interface Running {
  isOver: boolean;
}

/** Changes the machine all the while, so that whatever may be told is told at once. */
async function change(
  server: ViewersServer,
  namespace: string,
  { addresses, running }: { readonly addresses: string; readonly running: Running },
): Promise<void> {
  for (let step = 0; !running.isOver; step++) {
    server.change(namespace, `${addresses}${step % 250}`);
    await pause(CHANGE_MS);
  }
}

async function askAgain(url: string, token: string, running: Running, told: (text: string) => void): Promise<void> {
  while (!running.isOver) {
    const answer = await fetch(`${url}/search`, { headers: { authorization: `Bearer ${token}` } });
    told(await answer.text());
    await pause(ASK_MS);
  }
}

/** Opens a stream with the list of machines, and again as soon as it ends, as a browser does; gives what closes it. */
function stream(url: string, token: string, told: (text: string) => void): () => void {
  let isClosed = false;
  let close = () => undefined as unknown;
  const open = () => {
    if (isClosed) return;
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const outgoing = request(`${url}/api/live`, { method: "POST", headers, agent: false }, (answer) => {
      answer.setEncoding("utf8").on("data", told);
      answer.once("close", () => setTimeout(open, ASK_MS));
      answer.on("error", () => undefined);
    });
    outgoing.on("error", () => undefined);
    outgoing.end(JSON.stringify({ views: [{ id: 1, kind: "entries", query: "", offset: 0, limit: 50 }] }));
    close = () => outgoing.destroy();
  };
  open();
  return () => {
    isClosed = true;
    close();
  };
}
