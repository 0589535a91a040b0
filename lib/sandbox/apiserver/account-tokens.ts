import type { User } from "./authn";
import { isRecord, type KubeObject } from "./kube-object";
import type { Storage } from "./storage";
import { keyOf } from "./stored";
import { serverAudience, type TokenIssuer } from "./token-issuer";

/** The service account that a signed token stands for, while it and what the token is bound to exist. Null for any other text. */
export function userOfAccountToken(storage: Storage, issuer: TokenIssuer, token: string, audiences: readonly string[] = [serverAudience]): User | null {
  const claims = issuer.read(token);
  const place = claims?.["kubernetes.io"];
  if (claims === null || !isRecord(place) || !isRecord(place.serviceaccount)) return null;
  const meant = Array.isArray(claims.aud) ? claims.aud : [];
  if (!meant.some((audience) => audiences.includes(String(audience)))) return null;
  const namespace = String(place.namespace);
  const { name, uid } = place.serviceaccount;
  const bound: Array<[string, string, unknown]> = [
    ["pods", namespace, place.pod],
    ["nodes", "", place.node],
  ];
  const isAlive = bound.every(([plural, where, reference]) => reference === undefined || isThere(storage, plural, where, reference));
  if (!isAlive || !isThere(storage, "serviceaccounts", namespace, place.serviceaccount)) return null;
  return {
    name: `system:serviceaccount:${namespace}:${String(name)}`,
    uid: String(uid),
    groups: ["system:serviceaccounts", `system:serviceaccounts:${namespace}`, "system:authenticated"],
    extra: { "authentication.kubernetes.io/credential-id": [`JTI=${String(claims.jti)}`] },
  };
}

/** Why a signed token of this server stands for nobody; null for a text that it did not sign. */
export function accountTokenProblem(storage: Storage, issuer: TokenIssuer, token: string, audiences: readonly string[]): string | null {
  const claims = issuer.read(token);
  const place = claims?.["kubernetes.io"];
  if (claims === null || !isRecord(place) || !isRecord(place.serviceaccount)) return null;
  const meant = (Array.isArray(claims.aud) ? claims.aud : []).map(String);
  const list = (names: readonly string[]): string => `[${names.map((name) => JSON.stringify(name)).join(" ")}]`;
  if (!meant.some((audience) => audiences.includes(audience))) return `token audiences ${list(meant)} is invalid for the target audiences ${list(audiences)}`;
  const { name } = place.serviceaccount;
  return isThere(storage, "serviceaccounts", String(place.namespace), place.serviceaccount)
    ? "token has been invalidated"
    : `serviceaccounts "${String(name)}" not found`;
}

function isThere(storage: Storage, plural: string, namespace: string, reference: unknown): boolean {
  if (!isRecord(reference)) return false;
  const found: KubeObject | undefined = storage.collection(`/${plural}`).get(keyOf(namespace, String(reference.name)))?.object;
  return found?.metadata.uid === reference.uid;
}
