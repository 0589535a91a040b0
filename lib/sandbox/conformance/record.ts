import { readFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { parse } from "yaml";
import { put } from "./asking";
import { Client } from "./client";
import { loadQuestions, type Question, saveQuestions } from "./questions";
import type { RecordedResponse } from "./transcripts";

/** How to reach a real server: a kubeconfig of an administrator, the port of its etcd, and the users' tokens as `name=token`. */
export interface Recorded {
  readonly kubeconfig: string;
  readonly etcdPort: number;
  readonly tokens: ReadonlyMap<string, string>;
}

/** A real server under load answers later than ours, and its watches pause longer. */
const patience = { quietMs: 1500, longestMs: 8000 };

/** Puts the questions of the folder to a real server and writes its answers beside them: all areas, or those that are named. */
export async function recordAnswers(folder: string, server: Recorded, areas: readonly string[]): Promise<number> {
  const { clusters } = parse(readFileSync(server.kubeconfig, "utf8")) as { clusters: Array<{ cluster: Record<string, string> }> };
  const { server: url = "", "certificate-authority-data": authority, "certificate-authority": file } = clusters[0]?.cluster ?? {};
  const ca = authority === undefined ? readFileSync(file ?? "", "utf8") : Buffer.from(authority, "base64").toString("utf8");
  const client = new Client(url, ca, null, patience);
  let count = 0;
  for (const [area, questions] of loadQuestions(folder)) {
    if (areas.length > 0 && !areas.includes(area)) continue;
    const answered: Question[] = [];
    for (const question of questions) {
      const unanswered = { ...question, steps: question.steps.map(({ response: _response, ...step }) => step) };
      const answers = await put(unanswered, { client, tokens: server.tokens, compact: () => compactEtcd(server.etcdPort) });
      answered.push({ ...question, steps: unanswered.steps.map((step, index) => withAnswer(step, answers[index] ?? null)) });
      count += 1;
    }
    saveQuestions(folder, area, answered);
  }
  client.close();
  return count;
}

function withAnswer<Step extends object>(step: Step, response: RecordedResponse | null): Step {
  return response === null ? step : { ...step, response: JSON.parse(JSON.stringify(response).replace(/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, "<jwt:redacted>")) };
}

/** The API server looks so often whether etcd was compacted; only then it forgets what it keeps itself. */
const noticedMs = 17_000;
const compactionKey = Buffer.from("compact_rev_key").toString("base64");

/** Compacts everything up to now over etcd's JSON gateway, notes it where API servers do, and waits until they have noticed. */
async function compactEtcd(port: number): Promise<void> {
  const state = (await askEtcd(port, "/v3/kv/range", { key: compactionKey })) as { header: { revision: string } };
  const { revision } = state.header;
  await askEtcd(port, "/v3/kv/put", { key: compactionKey, value: Buffer.from(revision).toString("base64") });
  await askEtcd(port, "/v3/kv/compaction", { revision, physical: true });
  await new Promise((resolve) => setTimeout(resolve, noticedMs));
}

function askEtcd(port: number, path: string, body: object): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const out = request({ host: "127.0.0.1", port, path, method: "POST" }, (response) => {
      let text = "";
      response.on("data", (chunk: Buffer) => {
        text += chunk.toString("utf8");
      });
      response.on("end", () => resolve(JSON.parse(text)));
    });
    out.on("error", reject);
    out.end(JSON.stringify(body));
  });
}

/** Where the questions lie, below the project's root. */
export function questionsFolder(root: string): string {
  return join(root, "lib/sandbox/conformance/questions");
}
