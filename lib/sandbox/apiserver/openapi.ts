import type { IncomingMessage, ServerResponse } from "node:http";
import type { Registry } from "./registry";
import { groupVersion, type ResourceType } from "./resource-type";
import { sendJson } from "./respond";
import { UnknownPath } from "./status-errors";

/** The index of OpenAPI v3 and, per group and version, what kubectl looks for before it sends a body. */
export function handleOpenapi(registry: Registry, request: IncomingMessage, response: ServerResponse, path: string): void {
  const roots = rootsOf(registry);
  if (path === "/openapi/v3" || path === "/openapi/v3/") {
    const paths = Object.fromEntries([...roots.keys()].map((root) => [root, { serverRelativeURL: `/openapi/v3/${root}` }]));
    sendJson(request, response, 200, { paths });
    return;
  }
  const types = roots.get(path.slice("/openapi/v3/".length));
  if (types === undefined) throw new UnknownPath();
  sendJson(request, response, 200, documentOf(types, path.slice("/openapi/v3/".length)));
}

function rootsOf(registry: Registry): Map<string, ResourceType[]> {
  const groups = [{ group: "", versions: ["v1"] }, ...registry.groups()];
  const pairs = groups.flatMap(({ group, versions }) => versions.map((version) => [rootOf(group, version), registry.typesOf(group, version)] as const));
  return new Map(pairs);
}

function rootOf(group: string, version: string): string {
  return group === "" ? `api/${version}` : `apis/${group}/${version}`;
}

function documentOf(types: readonly ResourceType[], root: string): object {
  const version = root.split("/").at(-1) ?? "v1";
  return {
    openapi: "3.0.0",
    info: { title: "Sandbox", version: "v1" },
    paths: Object.fromEntries(types.map((type) => [pathOf(type, root), pathItem(type, version)])),
    components: { schemas: Object.fromEntries(types.map((type) => [schemaName(type, version), schemaOf(type, version)])) },
  };
}

function pathOf(type: ResourceType, root: string): string {
  return `/${root}/${type.namespaced ? "namespaces/{namespace}/" : ""}${type.plural}/{name}`;
}

function pathItem(type: ResourceType, version: string): object {
  const parameters = ["dryRun", "fieldManager", "fieldValidation"].map((name) => ({ name, in: "query", schema: { type: "string" } }));
  const identity = kindOf(type, version);
  return { patch: { parameters, responses: { 200: { description: "OK" } }, "x-kubernetes-action": "patch", "x-kubernetes-group-version-kind": identity } };
}

function schemaOf(type: ResourceType, version: string): object {
  return { type: "object", "x-kubernetes-preserve-unknown-fields": true, "x-kubernetes-group-version-kind": [kindOf(type, version)] };
}

function schemaName(type: ResourceType, version: string): string {
  return [...groupVersion(type.group, version).split("/"), type.kind].join(".");
}

function kindOf(type: ResourceType, version: string): object {
  return { group: type.group, kind: type.kind, version };
}
