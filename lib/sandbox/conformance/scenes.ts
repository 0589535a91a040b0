import type { ApiServer } from "@/lib/sandbox/apiserver/api-server";
import { istioDefinitions } from "@/lib/sandbox/apiserver/istio-definitions";
import { isRecord, type KubeObject } from "@/lib/sandbox/apiserver/kube-object";
import type { RecordedRequest } from "./transcripts";

type Send = (request: RecordedRequest) => Promise<unknown>;

/** What happened to the recorded server beside the recorded requests, by the number before which it happened. */
export async function sceneBefore(number: number, server: ApiServer, send: Send): Promise<void> {
  await scenes.get(number)?.(server, send);
}

const groupDefinition = "workloadgroups.networking.istio.io";

const scenes = new Map<number, (server: ApiServer, send: Send) => Promise<void> | void>([
  [8, (server) => seedMissing(server, () => true)],
  [178, changeLabel],
  [258, seedAccount],
  [275, (_server, send) => changeWeights(send)],
  [289, writeAndCompact],
  [295, madeAgain],
  [296, withdrawAlpha],
]);

/** The restart: something is written, and what came before is forgotten. */
function writeAndCompact(server: ApiServer): void {
  server.storage.seed({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "restart", namespace: "default" } });
  server.storage.compact();
}

function seedMissing(server: ApiServer, isWanted: (name: string) => boolean): void {
  for (const definition of istioDefinitions()) {
    const { name } = definition.metadata;
    if (isWanted(name) && server.storage.get(definition.apiVersion, definition.kind, "", name) === null) server.storage.seed(definition);
  }
}

/** The definition was deleted before: it is made again once it is gone. */
async function madeAgain(server: ApiServer): Promise<void> {
  const isThere = (): boolean => server.storage.get("apiextensions.k8s.io/v1", "CustomResourceDefinition", "", groupDefinition) !== null;
  while (isThere()) await new Promise((resolve) => setTimeout(resolve, 5));
  seedMissing(server, (name) => name === groupDefinition);
}

/** The account whose tokens are asked for. */
function seedAccount(server: ApiServer): void {
  server.storage.seed({ apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "my-vm", namespace: "list-ns" } });
}

/** A write between two pages of a list. */
async function changeLabel(_server: ApiServer, send: Send): Promise<void> {
  await send(patchOf("e6", { metadata: { labels: { changed: "between-pages" } } }));
}

/** Five writes between two pages of a list. */
async function changeWeights(send: Send): Promise<void> {
  for (const weight of [100, 101, 102, 103, 104]) {
    await send(patchOf("e1", { spec: { weight } }));
  }
}

function patchOf(name: string, body: object): RecordedRequest {
  return {
    method: "PATCH",
    path: `/apis/networking.istio.io/v1/namespaces/list-ns/workloadentries/${name}`,
    headers: { Authorization: "Bearer <token:admin>", "Content-Type": "application/merge-patch+json" },
    body,
  };
}

function withdrawAlpha(server: ApiServer): void {
  const definition = istioDefinitions().find(({ metadata }) => metadata.name === groupDefinition);
  if (definition === undefined || !isRecord(definition.spec) || !Array.isArray(definition.spec.versions)) return;
  const versions = definition.spec.versions.filter(isRecord).map((version) => ({ ...version, served: version.name !== "v1alpha3" }));
  server.storage.seed({ ...definition, spec: { ...definition.spec, versions } } as KubeObject);
}
