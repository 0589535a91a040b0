import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { parseAllDocuments } from "yaml";
import { RULES } from "@/lib/domain/findings/rules";
import { type ApiServer, createApiServer } from "@/lib/sandbox/apiserver/api-server";
import { gatewayApiDefinitions } from "@/lib/sandbox/apiserver/gateway-api-definitions";
import { istioDefinitions } from "@/lib/sandbox/apiserver/istio-definitions";
import { ask } from "@/lib/sandbox/apiserver/test-client";
import { emptyFleet } from "@/lib/sandbox/fleet/big-fleet";
import { namespaceObjects } from "@/lib/sandbox/fleet/ground";
import { nodes } from "@/lib/sandbox/fleet/places";
import { kubeTime } from "@/lib/sandbox/istiod/go-time";
import { istiodPod, runningStatus } from "@/lib/sandbox/istiod/istiod-pods";
import type { KubeObject } from "@/lib/sandbox/istiod/kube-api";
import { chartSettings } from "@/lib/sandbox/istiod/settings";
import { istioWebhook } from "@/lib/sandbox/webhook/istio-webhook";
import { readConfig } from "@/lib/server/config";
import type { Finding } from "@/lib/server/findings/finding";
import { type StandingFindings, standingFindings } from "@/lib/server/findings/standing-findings";
import { type Runtime, start } from "@/lib/server/runtime";
import { FAULTY_OBJECTS } from "./faulty-objects";

const TOKEN = "admin-token";
/** The drained entry of STL126. */
const DRAINED = { namespace: "stl126", name: "drained-1" };
/** Within this each change of an object shows in the findings. Milliseconds. */
const SEEN_MS = 10_000;

let server: ApiServer;
let runtime: Runtime;
let standing: StandingFindings;
let folder: string;

beforeAll(async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  folder = mkdtempSync(join(tmpdir(), "stolos-patches-"));
  const users = [{ name: "admin", token: TOKEN, groups: ["system:masters"] }];
  // Without controllers: the garbage collector would delete an entry whose owner is an earlier group, before its patch is applied.
  server = await createApiServer({ users, webhook: istioWebhook, definitions: [...istioDefinitions(), ...gatewayApiDefinitions()], controllers: false });
  for (const object of cluster()) server.storage.seed(object);
  const kubeconfig = join(folder, "kubeconfig");
  writeFileSync(kubeconfig, server.kubeconfig("admin"));
  runtime = await start(readConfig({ KUBECONFIG: kubeconfig, STOLOS_HISTORY: "off", STOLOS_SIGN_IN: "local" }));
  await until(() => runtime.statuses().length === 1 && runtime.statuses().every(({ freshness }) => freshness.kind === "live"));
  const viewer = await runtime.signIn.viewerOf({ headers: new Headers() });
  standing = standingFindings(runtime.fleet, viewer.scope, () => undefined);
  await registerAgain(DRAINED);
}, 30_000);

afterAll(async () => {
  standing.close();
  await runtime.stop();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
  vi.restoreAllMocks();
});

it("each patch that a rule offers is accepted by the API server and istiod's webhook, and removes the finding", { timeout: 60_000 }, async () => {
  const patching = RULES.filter(({ noPatchBecause }) => noPatchBecause === undefined).map(({ code }) => code);
  await until(() => offered().length > 0 && patching.every((code) => offered().some(({ rule }) => rule.code === code)));
  const found = offered();
  expect(patching.filter((code) => !found.some(({ rule }) => rule.code === code))).toEqual([]);
  const refused = await Promise.all(found.map(async (finding) => ({ id: finding.id, why: await apply(finding) })));
  expect(refused.filter(({ why }) => why !== "")).toEqual([]);
  const ids = new Set(found.map(({ id }) => id));
  const left = () => [...standing.findings.store.all()].filter(({ id }) => ids.has(id)).map(({ id }) => id);
  await until(() => left().length === 0);
  expect(left()).toEqual([]);
});

/** Replaces an entry by one of its name without labels, as istiod does for a machine that comes back. */
async function registerAgain({ namespace, name }: typeof DRAINED): Promise<void> {
  const path = pathOf("WorkloadEntry", namespace, name);
  const before = (await ask(server, TOKEN, "GET", path)).json as unknown as KubeObject;
  await ask(server, TOKEN, "DELETE", path);
  const { annotations } = before.metadata;
  server.storage.seed({ ...before, metadata: { namespace, name, ...(annotations && { annotations }) } });
}

/** The findings that offer a patch, one for each rule and namespace: those of an object of the rule's own. */
function offered(): readonly Finding[] {
  standing.caughtUp(10_000);
  return [...standing.findings.store.all()].filter(
    ({ rule, subject, detected }) => detected.patch !== undefined && isOwn(rule.code, subject, detected.objects),
  );
}

function isOwn(code: string, { namespace }: Finding["subject"], objects: Finding["detected"]["objects"]): boolean {
  return [namespace, ...objects.map((one) => one.namespace)].some((one) => one.startsWith(code.toLowerCase()));
}

/** Applies the patch of a finding; the API server's refusal, or "". */
async function apply({ detected: { patch } }: Finding): Promise<string> {
  if (patch === undefined) throw new Error("The finding has no patch.");
  const [method, path, body] =
    "command" in patch ? commandRequest(patch.command) : (["PATCH", pathOf(patch.kind, patch.namespace, patch.name), patch.body] as const);
  const { status, text } = await ask(server, TOKEN, method, path, body, method === "PATCH" ? { "Content-Type": "application/merge-patch+json" } : {});
  return status < 300 ? "" : text;
}

function commandRequest(command: string): readonly [method: string, path: string, body: unknown] {
  const [, accountNamespace = "", account] = /^kubectl create serviceaccount -n (\S+) (\S+)$/.exec(command) ?? [];
  if (account !== undefined)
    return ["POST", `/api/v1/namespaces/${accountNamespace}/serviceaccounts`, { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: account } }];
  const [, namespace = "", name] = /^kubectl delete serviceentries\.networking\.istio\.io -n (\S+) (\S+)$/.exec(command) ?? [];
  if (name === undefined) throw new Error(`This test does not know the command ${command}`);
  return ["DELETE", pathOf("ServiceEntry", namespace, name), undefined];
}

const PLURALS: Readonly<Record<string, string>> = {
  Service: "services",
  ServiceEntry: "serviceentries",
  WorkloadEntry: "workloadentries",
  WorkloadGroup: "workloadgroups",
  DestinationRule: "destinationrules",
};

function pathOf(kind: string, namespace: string, name: string): string {
  const group = kind === "Service" ? "/api/v1" : "/apis/networking.istio.io/v1";
  return `${group}/namespaces/${namespace}/${PLURALS[kind] ?? kind}/${name}`;
}

/** The objects of every cluster, one istiod Pod, and the objects of each rule in a namespace of its own. */
function cluster(): readonly KubeObject[] {
  const now = BigInt(Date.now()) * 1_000_000n;
  const revision = { name: "default", replicas: 1 } as Parameters<typeof istiodPod>[1];
  const [place] = nodes;
  if (place === undefined) throw new Error("The sandbox has no Node.");
  const pod = istiodPod("istiod-1", revision, chartSettings, place);
  const objects = parseAllDocuments(FAULTY_OBJECTS).map((document) => document.toJS() as KubeObject);
  const namespaces = new Set(objects.map(({ metadata }) => metadata.namespace ?? ""));
  return [
    ...emptyFleet(now).objects.filter(({ kind, metadata }) => kind !== "Namespace" || !namespaces.has(metadata.name)),
    { ...pod, status: runningStatus("discovery", place, kubeTime(now)) },
    ...[...namespaces].filter((name) => name !== "istio-system").flatMap((name) => namespaceObjects(name, now)),
    ...objects,
  ];
}

async function until(isDone: () => boolean): Promise<void> {
  for (const began = performance.now(); performance.now() - began < SEEN_MS && !isDone(); ) await wait(50);
}
