import type { IncomingHttpHeaders } from "node:http";
import type { User } from "./authn";
import { type Attributes, authorize } from "./rbac";
import { nameOfFieldSelector, type Target } from "./request-info";
import { ApiError, badRequest, failure, forbidden } from "./status-errors";
import type { Storage } from "./storage";

/** Lets the request pass or throws the 403 of a real server. */
export function checkAccess(storage: Storage, user: User, target: Target, query: URLSearchParams): void {
  const wanted = attributesOf(target, query);
  if (!authorize(storage, user, wanted).allowed) throw denied(user, wanted);
}

/** The user to act as: the caller, or whom the `Impersonate-` headers name, if the caller may. Throws 403. */
export function impersonated(storage: Storage, user: User, headers: IncomingHttpHeaders): User {
  const name = headers["impersonate-user"];
  const given = headers["impersonate-group"];
  const groups = given === undefined ? [] : (Array.isArray(given) ? given : given.split(",")).map((group) => group.trim());
  if (typeof name !== "string" || name === "") {
    if (groups.length === 0) return user;
    const list = groups.map((group) => JSON.stringify(group)).join(", ");
    const asked = `&user.DefaultInfo{Name:"", UID:"", Groups:[]string{${list}}, Extra:map[string][]string(nil)}`;
    throw new ApiError(badRequest(`requested ${asked} without impersonating a user name`).status, noSniff);
  }
  const account = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(name);
  checkImpersonation(storage, user, account === null ? "users" : "serviceaccounts", account?.[2] ?? name, account?.[1] ?? "");
  for (const group of groups) checkImpersonation(storage, user, "groups", group, "");
  const implied = account === null ? [] : ["system:serviceaccounts", `system:serviceaccounts:${account[1] ?? ""}`];
  const everybody = name === "system:anonymous" ? "system:unauthenticated" : "system:authenticated";
  const uid = headers["impersonate-uid"];
  const extra = extraOf(headers);
  return {
    name,
    groups: [...groups, ...implied, ...(groups.includes(everybody) ? [] : [everybody])],
    ...(typeof uid === "string" ? { uid } : {}),
    ...(Object.keys(extra).length > 0 ? { extra } : {}),
  };
}

function extraOf(headers: IncomingHttpHeaders): Record<string, string[]> {
  const prefix = "impersonate-extra-";
  const named = Object.entries(headers).filter(([header]) => header.startsWith(prefix));
  return Object.fromEntries(named.map(([header, value]) => [decodeURIComponent(header.slice(prefix.length)), [value ?? ""].flat()]));
}

function checkImpersonation(storage: Storage, user: User, resource: string, name: string, namespace: string): void {
  const wanted: Attributes = { kind: "resource", verb: "impersonate", group: "", resource, subresource: "", namespace, name };
  if (!authorize(storage, user, wanted).allowed) throw denied(user, wanted);
}

function attributesOf(target: Target, query: URLSearchParams): Attributes {
  if (target.kind === "path") return { kind: "path", verb: target.verb, path: target.path };
  const { verb, group, plural, subresource, namespace, name } = target.info;
  const isMany = verb === "list" || verb === "watch" || verb === "deletecollection";
  return { kind: "resource", verb, group, resource: plural, subresource, namespace, name: isMany && name === "" ? nameOfFieldSelector(query) : name };
}

/** The authorizer's 403 carries this header; one from admission does not. */
const noSniff = { "X-Content-Type-Options": "nosniff" };

function denied(user: User, wanted: Attributes): ApiError {
  if (wanted.kind === "path") {
    const message = `forbidden: User "${user.name}" cannot ${wanted.verb} path "${wanted.path}"`;
    return new ApiError(failure(403, "Forbidden", message, {}).status, noSniff);
  }
  const resource = wanted.subresource === "" ? wanted.resource : `${wanted.resource}/${wanted.subresource}`;
  const place = wanted.namespace === "" ? "at the cluster scope" : `in the namespace "${wanted.namespace}"`;
  const why = `User "${user.name}" cannot ${wanted.verb} resource "${resource}" in API group "${wanted.group}" ${place}`;
  return new ApiError(forbidden({ group: wanted.group, plural: wanted.resource }, wanted.name, why).status, noSniff);
}
