import { gzipSync } from "node:zlib";
import type { FakeObject } from "@/lib/testing/fake-collection";
import type { FakeKubeApi } from "@/lib/testing/fake-kube-api";
import type { FakeAnswer, FakeRequest } from "@/lib/testing/fake-routes";
import type { FakeWatch } from "@/lib/testing/fake-watch";
import { PLURAL } from "./fleet-script";
import type { SeededRandom } from "./seeded-random";

/** An earlier state of the server, to go back to. */
export interface Backup {
  readonly objects: ReadonlyMap<string, FakeObject>;
  readonly version: number;
}

/** What a fault may touch. */
export interface Scene {
  readonly api: FakeKubeApi;
  readonly random: SeededRandom;
  readonly backups: readonly Backup[];
  /** Answers requests in this way for a while (milliseconds of the machine). */
  answer(how: (request: FakeRequest) => FakeAnswer, ms: number): void;
  change(): void;
}

export interface ApiFault {
  readonly name: string;
  inflict(scene: Scene): void | Promise<void>;
}

/** What can go wrong between the API server and us, or in it. */
export const API_FAULTS: readonly ApiFault[] = [
  onWatches("a half-open stream", (watch) => silence(watch)),
  onWatches("a cut stream", (watch) => watch.cut()),
  onWatches("a clean close", (watch) => watch.end()),
  onWatches("a cut in the middle of a line", (watch) => onNextEvent(watch, (line) => watch.cutAfter(line.slice(0, line.length / 2)))),
  onWatches("an end in the middle of a line", (watch) =>
    onNextEvent(watch, (line) => {
      watch.raw(line.slice(0, line.length / 3));
      watch.end();
    }),
  ),
  onWatches("a garbled line", (watch) => onNextEvent(watch, (line) => watch.raw(`${line.slice(5, -9)}\n`))),
  onWatches("an event twice", (watch) => onNextEvent(watch, (line) => watch.raw(`${line}\n${line}\n`))),
  onWatches("two events in the wrong order", (watch) => swapNextTwo(watch)),
  onWatches("an event that never comes", (watch) => onNextEvent(watch, () => undefined)),
  onWatches("an event drop by drop", (watch) => drip(watch)),
  onWatches("an ERROR event 500", (watch) => watch.write({ type: "ERROR", object: { kind: "Status", code: 500, message: "etcd" } })),
  onWatches("an ERROR event in place of an event", (watch) => onNextEvent(watch, () => watch.write({ type: "ERROR", object: { kind: "Status", code: 500 } }))),
  onWatches("an ERROR event 410", (watch) => watch.write({ type: "ERROR", object: { kind: "Status", code: 410, reason: "Expired" } })),
  onWatches("an event without metadata", (watch) => onNextEvent(watch, () => watch.write({ type: "MODIFIED", object: { spec: {} } }))),
  onWatches("an unknown type", (watch) => onNextEvent(watch, () => watch.write({ type: "SPLINED", object: {} }))),
  ...[401, 403, 404, 410, 429, 500, 503, 504].map(refusal),
  answering("a version too large", () => status(504, { message: "Too large resource version: 9, current: 5" })),
  answering("a login page", () => ({ status: 200, body: "<html>Sign in</html>", type: "text/html" })),
  answering("a truncated list", () => ({ status: 200, body: '{"kind":"List","metadata":{"resourceVersion":"9"},"items":[', truncated: true })),
  answering("a truncated gzip", () => ({
    status: 200,
    body: gzipSync("{}".repeat(99)).subarray(0, 20),
    headers: { "content-encoding": "gzip" },
    truncated: true,
  })),
  answering("an empty answer", () => ({ status: 200, body: "" })),
  answering("no answer", () => "hang"),
  answering("a reset", () => "reset"),
  {
    name: "no connection",
    async inflict({ api, random }) {
      api.turnAway(true);
      await new Promise((resolve) => setTimeout(resolve, random.below(60)));
      api.turnAway(false);
    },
  },
  { name: "a compaction", inflict: ({ api }) => void api.collection(PLURAL).compact(api.version()) },
  {
    name: "a compaction behind a cut",
    inflict({ api, change }) {
      for (const watch of api.watches) watch.cut();
      change();
      api.collection(PLURAL).compact(api.version());
    },
  },
  { name: "a silent restore", inflict: (scene) => restore(scene) },
  {
    name: "a restore that cuts",
    inflict(scene) {
      restore(scene);
      for (const watch of scene.api.watches) watch.cut();
    },
  },
];

function onWatches(name: string, disturb: (watch: FakeWatch) => void): ApiFault {
  return {
    name,
    inflict({ api }) {
      for (const watch of [...api.watches]) disturb(watch);
    },
  };
}

/** Answers some or all requests in one way for up to a tenth of a second, and cuts the streams so that somebody asks. */
function answering(name: string, how: (request: FakeRequest) => FakeAnswer): ApiFault {
  return {
    name,
    inflict({ api, random, answer }) {
      const kinds = random.pick([["watch"], ["list", "streamed-list"], ["probe"], ["watch", "list", "streamed-list", "probe"]]);
      answer((request) => (kinds.includes(request.what) ? how(request) : null), random.below(100));
      if (random.chance(0.7)) for (const watch of [...api.watches]) watch.cut();
    },
  };
}

function refusal(code: number): ApiFault {
  return answering(`HTTP ${code}`, () => status(code, { message: "no" }, code === 429 ? { "retry-after": "1" } : {}));
}

function status(code: number, body: unknown, headers: Readonly<Record<string, string>> = {}): FakeAnswer {
  return { status: code, body: JSON.stringify(body), headers };
}

function restore({ api, random, backups }: Scene): void {
  if (backups.length === 0) return;
  const { objects, version } = random.pick(backups);
  api.restore(PLURAL, objects, version);
}

/** Says nothing any more, whatever else is done to it: a stream that lost events and spoke again would be one that nobody can see through. */
function silence(watch: FakeWatch): void {
  const nothing = () => undefined;
  Object.assign(watch, { event: nothing, bookmark: nothing, raw: nothing, write: nothing, cutAfter: () => watch.cut() });
}

/** Does something else in place of the next event. */
function onNextEvent(watch: FakeWatch, instead: (line: string) => void): void {
  const { event } = watch;
  watch.event = (plural, { type, object }) => {
    if (plural !== watch.plural) return;
    watch.event = event;
    instead(JSON.stringify({ type, object }));
  };
}

function swapNextTwo(watch: FakeWatch): void {
  const { event } = watch;
  watch.event = (plural, first) => {
    if (plural !== watch.plural) return;
    watch.event = (again, second) => {
      watch.event = event;
      event(again, second);
      event(plural, first);
    };
  };
}

/** From now on every event comes in many small pieces. */
function drip(watch: FakeWatch): void {
  let text = "";
  let dripping = false;
  const drop = () => {
    watch.raw(text.slice(0, 40));
    text = text.slice(40);
    dripping = text !== "";
    if (dripping) setTimeout(drop, 1);
  };
  watch.event = (plural, { type, object }) => {
    if (plural !== watch.plural) return;
    text += `${JSON.stringify({ type, object })}\n`;
    if (!dripping) drop();
  };
}
