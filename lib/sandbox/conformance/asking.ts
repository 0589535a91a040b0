import { isRecord } from "@/lib/sandbox/apiserver/kube-object";
import type { Client, SentRequest } from "./client";
import type { Question, QuestionStep } from "./questions";
import type { RecordedResponse } from "./transcripts";

/** A server that questions are put to. */
export interface Asked {
  readonly client: Client;
  /** The bearer tokens by user. */
  readonly tokens: ReadonlyMap<string, string>;
  /** Makes the server forget all changes so far. */
  readonly compact: () => Promise<void>;
}

const againMs = 100;
const longestWaitMs = 20_000;
/** Within this time a new definition is established. */
const establishedMs = 400;
/** So much later than a watch its events begin. */
const watchSettleMs = 100;

/** Puts the question in a fresh namespace; resolves to one answer for each step, null for a compaction. */
export async function put(question: Question, asked: Asked): Promise<Array<RecordedResponse | null>> {
  const namespace = `q-${question.number}`;
  const names: Names = { namespace, tokens: asked.tokens, answers: new Map() };
  await asked.client.send(sentOf(namespaceStep(namespace), names), null);
  const answers: Array<Promise<RecordedResponse | null>> = [];
  for (const step of question.steps) {
    const answer = putStep(step, names, asked);
    answers.push(answer);
    if (!isWatch(step)) await answer;
    else await new Promise((resolve) => setTimeout(resolve, watchSettleMs));
  }
  return Promise.all(answers);
}

async function putStep(step: QuestionStep, names: Names, { client, compact }: Asked): Promise<RecordedResponse | null> {
  if (step.request === undefined) {
    await compact();
    return null;
  }
  const sent = sentOf(step, names);
  const limit = isWatch(step) ? (step.response?.events?.length ?? 0) : null;
  let answer = await client.send(sent, limit);
  // The real server may never have returned the wanted status: a replay waits for the recorded one.
  const wanted = step.response?.status ?? step.until;
  const end = Date.now() + longestWaitMs;
  while (step.until !== undefined && answer.status !== wanted && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, againMs));
    answer = await client.send(sent, limit);
  }
  if (sent.method === "POST" && sent.path.endsWith("/customresourcedefinitions")) await new Promise((resolve) => setTimeout(resolve, establishedMs));
  if (step.as !== undefined) names.answers.set(step.as, answer.body);
  return answer;
}

function isWatch({ request }: QuestionStep): boolean {
  return request !== undefined && /[?&]watch=(true|1)\b/.test(request.path);
}

function namespaceStep(name: string): QuestionStep {
  return { request: { method: "POST", path: "/api/v1/namespaces", body: { metadata: { name } } } };
}

interface Names {
  readonly namespace: string;
  readonly tokens: ReadonlyMap<string, string>;
  readonly answers: Map<string, unknown>;
}

/** The request as it is sent: the administrator's and JSON unless it says otherwise, with what its placeholders stand for. */
function sentOf({ request }: QuestionStep, names: Names): SentRequest {
  const { method = "GET", path = "/", headers = {}, body } = request ?? {};
  const text = body === undefined || body === null ? null : filled(typeof body === "string" ? body : JSON.stringify(body), names);
  const all = { Authorization: "Bearer <token:admin>", ...(text === null ? {} : { "Content-Type": "application/json" }), ...headers };
  const kept = Object.entries(all).filter(([, value]) => value !== "");
  return { method, path: filled(path, names), headers: Object.fromEntries(kept.map(([name, value]) => [name, filled(value, names)])), body: text };
}

/** `<ns>`, `<token:USER>`, `<x:COUNT>` (so many letters x), `<tests:COUNT>` (so many operations of a JSON patch) and `<NAME:path.in.its.answer>`. */
function filled(text: string, { namespace, tokens, answers }: Names): string {
  return text.replace(/<ns>|<(\w+):([\w.-]+)>/g, (whole, name: string | undefined, rest = "") => {
    if (name === undefined) return namespace;
    if (name === "token") return tokens.get(rest) ?? whole;
    if (name === "tests") return Array.from({ length: Number(rest) }, () => '{"op":"test","path":"/kind","value":"x"}').join(",");
    if (name === "x") return "x".repeat(Number(rest));
    return answers.has(name) ? String(at(answers.get(name), rest.split("."))) : whole;
  });
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((found, part) => (Array.isArray(found) ? found[Number(part)] : isRecord(found) ? found[part] : undefined), value);
}
