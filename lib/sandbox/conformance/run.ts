import { join } from "node:path";
import { type ApiServer, createApiServer } from "@/lib/sandbox/apiserver/api-server";
import { istioDefinitions } from "@/lib/sandbox/apiserver/istio-definitions";
import { isRecord, type KubeObject } from "@/lib/sandbox/apiserver/kube-object";
import { Client, type SentRequest } from "./client";
import { compare } from "./compare";
import { Normaliser } from "./normalise";
import { sceneBefore } from "./scenes";
import { type Interaction, loadInteractions, loadSetup, type RecordedRequest, type RecordedResponse, type Step } from "./transcripts";
import { Translation } from "./translation";

/** How one interaction came out: null when every step was answered as recorded, else the first difference. */
export interface Outcome {
  readonly interaction: Pick<Interaction, "number" | "title" | "area">;
  readonly difference: string | null;
}

const users = [
  { name: "admin", token: "conformance-admin", groups: ["system:masters"] },
  { name: "reader", token: "conformance-reader", groups: ["viewers"] },
  { name: "nobody", token: "conformance-nobody", groups: [] },
];
const tooLargeBytes = 4_194_415;
const watchSettleMs = 60;
/** Longer than a new definition takes to be established. */
const askAgainMs = 500;

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
        interaction,
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

  /**
   * Makes what the recording had by then: missing requests, missing objects, and what was done beside it. The revisions that the next
   * requests name are those before the latter.
   */
  async prepare(setups: ReturnType<typeof loadSetup>, after: number, next: Interaction): Promise<void> {
    for (const setup of setups) {
      for (const object of setup.objects ?? []) await this.plain.send(this.#sent(creationOf(object as KubeObject)), null);
      for (const request of setup.requests ?? []) await this.plain.send(this.#sent(request), null);
    }
    for (const { request } of next.steps) this.#sent(request);
    for (let number = after + 1; number <= next.number; number += 1)
      await sceneBefore(number, this.server, (request) => this.plain.send(this.#sent(request), null));
  }

  async play(interaction: Interaction): Promise<string | null> {
    const watches = interaction.steps.map((step) => (step.response.events === undefined ? null : this.#send(step)));
    if (watches.some((watch) => watch !== null) && watches.length > 1) await new Promise((resolve) => setTimeout(resolve, watchSettleMs));
    const normalisers = { recorded: new Normaliser(), own: new Normaliser() };
    let difference: string | null = null;
    for (const [index, step] of interaction.steps.entries()) {
      const before = this.#stored(step.request);
      if (isAskedAgain(interaction.steps, index)) await new Promise((resolve) => setTimeout(resolve, askAgainMs));
      const answer = await (watches[index] ?? this.#send(step));
      this.#translation.learn(step.response.body ?? step.response.events, answer.body ?? answer.events);
      difference ??= compare(step.response, answer, normalisers, interaction.steps.length > 1 ? `step ${index + 1} ` : "");
      this.#takeBack(step, answer, before);
    }
    return difference;
  }

  async #send(step: Step): Promise<RecordedResponse> {
    const client = step.request.headers.Authorization === undefined && step.response.status === 201 ? this.certified : this.plain;
    return client.send(this.#sent(step.request), step.response.events?.length ?? null);
  }

  #sent(request: RecordedRequest): SentRequest {
    this.#learnFromRequest(request);
    const current = this.server.storage.revision;
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, this.#translation.text(value)]));
    const path = this.#translation.path(request.path, current).replace(/timeoutSeconds=\d+/, "timeoutSeconds=1");
    return { method: request.method, path, headers, body: bodyText(this.#translation.body(request.body, current), path) };
  }

  /** A recorded update of an object carries a revision that no answer showed: it stands for the one the object has now. */
  #learnFromRequest({ method, body }: RecordedRequest): void {
    if (method !== "PUT" || !isRecord(body) || !isRecord(body.metadata)) return;
    const revision = Number(body.metadata.resourceVersion);
    if (!Number.isInteger(revision) || this.#translation.knows(revision)) return;
    const { name, namespace } = body.metadata;
    const now = this.server.storage.get(String(body.apiVersion), String(body.kind), String(namespace ?? ""), String(name));
    if (now !== null) this.#translation.learn({ resourceVersion: String(revision) }, { resourceVersion: now.metadata.resourceVersion });
  }

  /** A write that the real server refused must not change what follows. */
  #takeBack({ request, response }: Step, answer: RecordedResponse, before: KubeObject | null): void {
    if (!["POST", "PUT"].includes(request.method) || response.status < 400 || answer.status >= 300 || !isRecord(answer.body)) return;
    const { apiVersion, kind, metadata } = answer.body as KubeObject;
    if (before === null) {
      this.server.storage.remove(apiVersion, kind, metadata.namespace ?? "", metadata.name);
      return;
    }
    const restored = this.server.storage.seed(before);
    this.#translation.moveRevision(Number(before.metadata.resourceVersion), Number(restored.metadata.resourceVersion));
  }

  #stored({ body, method }: RecordedRequest): KubeObject | null {
    if (method !== "PUT" || !isRecord(body) || !isRecord(body.metadata)) return null;
    return this.server.storage.get(String(body.apiVersion), String(body.kind), String(body.metadata.namespace ?? ""), String(body.metadata.name));
  }
}

/** Who asks the same again without having written between waits for something to happen. */
function isAskedAgain(steps: readonly Step[], index: number): boolean {
  const { method, path, headers } = steps[index]?.request ?? {};
  const isSame = ({ request }: Step): boolean => request.method === method && request.path === path && request.headers.Accept === headers?.Accept;
  return method === "GET" && steps[index]?.response.events === undefined && steps.slice(0, index).some(isSame);
}

function creationOf(object: KubeObject): RecordedRequest {
  const root = object.apiVersion.includes("/") ? `/apis/${object.apiVersion}` : `/api/${object.apiVersion}`;
  const { namespace } = object.metadata;
  const place = namespace === undefined ? "" : `/namespaces/${namespace}`;
  const plural = plurals[object.kind] ?? `${object.kind.toLowerCase()}s`;
  return {
    method: "POST",
    path: `${root}${place}/${plural}`,
    headers: { Authorization: "Bearer <token:admin>", "Content-Type": "application/json" },
    body: object,
  };
}

const plurals: Readonly<Record<string, string>> = { WorkloadEntry: "workloadentries" };
const definitionBody = /^<the (\w+) CRD of Istio>$/;

function bodyText(body: unknown, path: string): string | null {
  if (body === undefined || body === null) return null;
  if (typeof body !== "string") return spacedJson(body);
  const kind = definitionBody.exec(body)?.[1];
  if (kind !== undefined) return JSON.stringify(istioDefinitions().find(({ spec }) => isRecord(spec) && isRecord(spec.names) && spec.names.kind === kind));
  if (!/^<\d+ bytes>$/.test(body)) return body;
  return JSON.stringify({ kind: "WorkloadEntry", metadata: { name: "large", annotations: { path: path.padEnd(tooLargeBytes, "x") } } });
}

/** JSON with a space after commas and colons, as the recording client wrote it; one error message quotes it. */
function spacedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(", ")}]`;
  if (!isRecord(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, part]) => `${JSON.stringify(key)}: ${spacedJson(part)}`)
    .join(", ")}}`;
}
