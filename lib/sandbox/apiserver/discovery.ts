import type { IncomingMessage, ServerResponse } from "node:http";
import type { Registry } from "./registry";
import { groupVersion, type ResourceType } from "./resource-type";
import { sendJson } from "./respond";
import { reviewTypes } from "./review-types";
import { UnknownPath } from "./status-errors";

const aggregated = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

/** Answers /api, /apis and what lies below them down to a group and version. Throws `UnknownPath` for what is not served. */
export function handleDiscovery(registry: Registry, request: IncomingMessage, response: ServerResponse, path: string): void {
  const parts = path.split("/").filter((part) => part !== "");
  const wantsAggregated = isAggregated(request.headers.accept);
  if (parts.length === 1 && wantsAggregated) {
    response.setHeader("Vary", "Accept");
    sendJson(request, response, 200, aggregatedList(registry, parts[0] === "api"), aggregated);
  } else sendJson(request, response, 200, documentOf(registry, parts, request.socket.localPort ?? 0));
}

function isAggregated(accept: string | undefined): boolean {
  const first = (accept ?? "").split(",").find((part) => part.trim().startsWith("application/json")) ?? "";
  return first.includes("g=apidiscovery.k8s.io") && first.includes("v=v2") && !first.includes("v=v2beta1") && first.includes("as=APIGroupDiscoveryList");
}

function documentOf(registry: Registry, parts: readonly string[], port: number): object {
  const [root, first, second] = parts;
  if (root === "api" && first === undefined) {
    return { kind: "APIVersions", versions: ["v1"], serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress: `127.0.0.1:${port}` }] };
  }
  if (root === "api" && first !== undefined) return resourceList(registry, "", first);
  if (first === undefined) return { kind: "APIGroupList", apiVersion: "v1", groups: groupsOf(registry).map(groupDocument) };
  const group = groupsOf(registry).find((known) => known.group === first);
  if (group === undefined) throw new UnknownPath();
  if (second === undefined) return { kind: "APIGroup", apiVersion: "v1", ...groupDocument(group) };
  return resourceList(registry, first, second);
}

interface Group {
  readonly group: string;
  readonly versions: readonly string[];
}

function groupsOf(registry: Registry): Group[] {
  const stored = registry.groups();
  const isCustom = ({ group }: Group): boolean => registry.types().some((type) => type.custom && type.group === group);
  const reviews: Group[] = ["authentication.k8s.io", "authorization.k8s.io"].map((group) => ({ group, versions: ["v1"] }));
  return [...stored.filter((group) => !isCustom(group)), ...reviews, ...stored.filter(isCustom)];
}

function groupDocument({ group, versions }: Group): object {
  const listed = versions.map((version) => ({ groupVersion: groupVersion(group, version), version }));
  return { name: group, versions: listed, preferredVersion: listed[0] };
}

function servedTypes(registry: Registry, group: string, version: string): ResourceType[] {
  const reviews = reviewTypes.filter((type) => type.group === group && type.versions.includes(version));
  return [...registry.typesOf(group, version), ...reviews];
}

function resourceList(registry: Registry, group: string, version: string): object {
  const types = servedTypes(registry, group, version);
  if (types.length === 0) throw new UnknownPath();
  const head = { kind: "APIResourceList", ...(group === "" ? {} : { apiVersion: "v1" }), groupVersion: groupVersion(group, version) };
  return { ...head, resources: types.flatMap(resourceEntries) };
}

function resourceEntries(type: ResourceType): object[] {
  const entry = {
    name: type.plural,
    singularName: type.singular,
    namespaced: type.namespaced,
    kind: type.kind,
    verbs: type.verbs,
    ...(type.shortNames.length > 0 ? { shortNames: type.shortNames } : {}),
    ...(type.categories.length > 0 ? { categories: type.categories } : {}),
  };
  return [
    entry,
    ...type.subresources.map((name) => ({
      name: `${type.plural}/${name}`,
      singularName: "",
      namespaced: type.namespaced,
      kind: type.kind,
      verbs: subresourceVerbs(name),
    })),
  ];
}

function subresourceVerbs(name: string): string[] {
  if (name === "finalize") return ["update"];
  return name === "token" ? ["create"] : ["get", "patch", "update"];
}

function aggregatedList(registry: Registry, isCore: boolean): object {
  const groups: Group[] = isCore ? [{ group: "", versions: ["v1"] }] : groupsOf(registry);
  return {
    kind: "APIGroupDiscoveryList",
    apiVersion: "apidiscovery.k8s.io/v2",
    metadata: {},
    items: groups.map(({ group, versions }) => ({
      metadata: group === "" ? {} : { name: group },
      versions: versions.map((version) => ({
        version,
        resources: servedTypes(registry, group, version).map((type) => aggregatedEntry(type, version)),
        freshness: "Current",
      })),
    })),
  };
}

function aggregatedEntry(type: ResourceType, version: string): object {
  const responseKind = type.custom ? { group: type.group, version, kind: type.kind } : { group: "", version: "", kind: type.kind };
  const subresources = type.subresources.map((subresource) => ({ subresource, responseKind, verbs: subresourceVerbs(subresource) }));
  return {
    resource: type.plural,
    responseKind,
    scope: type.namespaced ? "Namespaced" : "Cluster",
    singularResource: type.singular,
    verbs: type.verbs,
    ...(type.shortNames.length > 0 ? { shortNames: type.shortNames } : {}),
    ...(type.categories.length > 0 ? { categories: type.categories } : {}),
    ...(subresources.length > 0 ? { subresources } : {}),
  };
}
