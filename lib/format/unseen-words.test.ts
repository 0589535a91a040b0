import { expect, it } from "vitest";
import type { NotObservedReason } from "@/lib/domain/history/not-observed-reason";
import { unseenWords } from "./unseen-words";

const cases: readonly [reason: NotObservedReason, words: string][] = [
  [{ code: "stopped" }, "the recorder was stopped"],
  [{ code: "not-running" }, "the recorder was not running"],
  [{ code: "not-begun" }, "nothing was recorded yet"],
  [{ code: "dropped" }, "it is no longer watched"],
  [{ code: "missed" }, "something was missed"],
  [{ code: "closed" }, "the API server closed the stream"],
  [{ code: "silent", ms: 30_400 }, "nothing was heard for 30 s"],
  [{ code: "differs", objects: 1 }, "1 object differs from the API server's list"],
  [{ code: "differs", objects: 2 }, "2 objects differ from the API server's list"],
  [{ code: "rolled-back", version: "7", held: "812" }, "the API server's data went back in time (version 7 after 812)"],
  [{ code: "unauthorized" }, "the API server does not accept the credentials (401)"],
  [{ code: "no-connection", server: "https://a:6443", error: "ECONNREFUSED" }, "API server https://a:6443: it refuses the connection"],
  [{ code: "no-connection", server: "https://a:6443", error: "CERT_HAS_EXPIRED" }, "API server https://a:6443: its certificate has expired"],
  [{ code: "no-connection", server: "https://a:6443", error: "EODD" }, "API server https://a:6443: no connection (EODD)"],
  [{ code: "timed-out", part: "begin", ms: 10_000 }, "the API server sent no answer within 10 s"],
  [{ code: "timed-out", part: "end", ms: 250 }, "the API server did not end its answer within 0.25 s"],
  [{ code: "answered", status: 503, text: "etcd is away" }, "etcd is away"],
  [{ code: "answered", status: 503, text: "" }, "the API server answered 503"],
  [{ code: "answered", status: 429, text: "" }, "the API server asks to wait (429)"],
  [{ code: "answered", status: 302, text: "" }, "something between here and the API server answers with a redirection (302): a login page?"],
  [{ code: "not-installed", group: "networking.istio.io" }, "Istio's definitions are not installed: this cluster does not know networking.istio.io"],
  [{ code: "cut", text: "reset by peer" }, "the stream broke off (reset by peer)"],
  [{ code: "denied", text: "pods is forbidden" }, "pods is forbidden"],
  [{ code: "absent", text: "no such resource" }, "no such resource"],
  [{ code: "went-back", text: "vm-1" }, "the stream went back in time at vm-1"],
  [{ code: "stream-error", text: "etcd is away" }, "the API server reports an error in the stream: etcd is away"],
  [{ code: "stream-error", text: "" }, "the API server reports an error in the stream: no reason given"],
  [{ code: "expired", text: "too old resource version" }, "too old resource version"],
  [{ code: "expired", text: "" }, "no reason given"],
  [{ code: "internal", text: "of undefined" }, "internal error: of undefined"],
  [{ code: "paused", text: "the disk is full" }, "the history was paused: the disk is full"],
  [{ code: "other", text: "the API server is away" }, "the API server is away"],
  [{ code: "other", text: "" }, "why is not known"],
];

it.each(cases)("says why nobody saw a kind of objects: %j", (reason, words) => {
  expect(unseenWords(reason)).toBe(words);
});
