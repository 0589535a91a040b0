import { join } from "node:path";
import { type ApiServer, createApiServer } from "@/lib/sandbox/apiserver/api-server";
import { isRecord, type KubeObject } from "@/lib/sandbox/apiserver/kube-object";
import { Client, type SentRequest } from "./client";
import { firstDifference } from "./difference";
import { Normaliser } from "./normalise";
import { sceneBefore } from "./scenes";
import { type Interaction, loadInteractions, loadSetup, type RecordedRequest, type RecordedResponse, type Step } from "./transcripts";
import { Translation } from "./translation";

/** How one interaction came out: null when every step was answered as recorded, else the first difference. */
export interface Outcome {
  readonly interaction: Interaction;
  readonly difference: string | null;
}

const users = [
  { name: "admin", token: "conformance-admin", groups: ["system:masters"] },
  { name: "reader", token: "conformance-reader", groups: ["viewers"] },
  { name: "nobody", token: "conformance-nobody", groups: [] },
];
const tooLargeBytes = 4_194_415;
const watchSettleMs = 60;

/** Replays the whole recording, in its order, against a fresh server. */
export async function runConformance(root: string): Promise<Outcome[]> {
  const folder = join(root, "lib/sandbox/conformance/transcripts");
  const server = await createApiServer({ users, definitions: [], controllers: false });
  const plain = new Client(server.url, server.caPem, null);
  const certified = new Client(server.url, server.caPem, await server.clientCertificate("cert-admin", ["system:masters"]));
  try {
    const replay = new Replay(server, plain, certified);
    const setups = loadSetup(folder);
    const outcomes: Outcome[] = [];
    let last = 0;
    for (const interaction of loadInteractions(folder)) {
      await replay.prepare(
        setups.filter(({ before }) => before > last && before <= interaction.number),
        last,
        interaction.number,
      );
      outcomes.push({ interaction, difference: await replay.play(interaction) });
      last = interaction.number;
    }
    return outcomes;
  } finally {
    plain.close();
    certified.close();
    await server.close();
  }
}

class Replay {
  readonly #translation = new Translation();

  constructor(
    private readonly server: ApiServer,
    private readonly plain: Client,
    private readonly certified: Client,
  ) {
    for (const user of users) this.#translation.define(`<token:${user.name}>`, user.token);
  }

  /** Makes what the recording had by then: missing requests, missing objects, and what was done beside it. */
  async prepare(setups: ReturnType<typeof loadSetup>, after: number, upTo: number): Promise<void> {
    for (const setup of setups) {
      for (const object of setup.objects ?? []) this.server.storage.seed(object as KubeObject, "unknown");
      for (const request of setup.requests ?? []) await this.plain.send(this.#sent(request), null);
    }
    for (let number = after + 1; number <= upTo; number += 1) await sceneBefore(number, this.server, (request) => this.plain.send(this.#sent(request), null));
  }

  async play(interaction: Interaction): Promise<string | null> {
    const watches = interaction.steps.map((step) => (step.response.events === undefined ? null : this.#send(step)));
    if (watches.some((watch) => watch !== null) && watches.length > 1) await new Promise((resolve) => setTimeout(resolve, watchSettleMs));
    const normalisers = { recorded: new Normaliser(), own: new Normaliser() };
    let difference: string | null = null;
    for (const [index, step] of interaction.steps.entries()) {
      const answer = await (watches[index] ?? this.#send(step));
      this.#translation.learn(step.response.body ?? step.response.events, answer.body ?? answer.events);
      difference ??= compare(step, answer, normalisers, interaction.steps.length > 1 ? `step ${index + 1} ` : "");
      await this.#takeBack(step, answer);
    }
    return difference;
  }

  async #send(step: Step): Promise<RecordedResponse> {
    const client = step.request.headers.Authorization === undefined && step.response.status === 201 ? this.certified : this.plain;
    return client.send(this.#sent(step.request), step.response.events?.length ?? null);
  }

  #sent(request: RecordedRequest): SentRequest {
    const current = this.server.storage.revision;
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, this.#translation.text(value)]));
    const path = this.#translation.path(request.path, current).replace(/timeoutSeconds=\d+/, "timeoutSeconds=1");
    return { method: request.method, path, headers, body: bodyText(this.#translation.body(request.body, current), path) };
  }

  /** A write that the real server refused must not change what follows. */
  async #takeBack({ request, response }: Step, answer: RecordedResponse): Promise<void> {
    if (response.status < 400 || answer.status >= 300 || request.method !== "POST" || !isRecord(answer.body)) return;
    const object = answer.body as KubeObject;
    this.server.storage.remove(object.apiVersion, object.kind, object.metadata.namespace ?? "", object.metadata.name);
  }
}

function bodyText(body: unknown, path: string): string | null {
  if (body === undefined || body === null) return null;
  if (typeof body !== "string") return JSON.stringify(body);
  if (!/^<\d+ bytes>$/.test(body)) return body;
  return JSON.stringify({ kind: "WorkloadEntry", metadata: { name: "large", annotations: { path: path.padEnd(tooLargeBytes, "x") } } });
}

function compare(step: Step, answer: RecordedResponse, normalisers: { recorded: Normaliser; own: Normaliser }, where: string): string | null {
  const recorded = { ...step.response };
  const isElided = recorded.body === "<elided>";
  const wanted = { status: recorded.status, headers: recorded.headers, body: isElided ? null : (recorded.events ?? bodyOf(recorded.body)) };
  const got = { status: answer.status, headers: answer.headers, body: isElided ? null : (answer.events ?? bodyOf(answer.body)) };
  const difference = firstDifference(normalisers.recorded.normalise(wanted), normalisers.own.normalise(got));
  return difference === null ? null : `${where}${difference}`;
}

function bodyOf(body: unknown): unknown {
  return body ?? "";
}
