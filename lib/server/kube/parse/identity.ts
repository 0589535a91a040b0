import { at, field, isObject } from "./json";

/** What makes an object one and the same: without it a watch cannot be followed. */
export interface Identity {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly resourceVersion: string;
}

/** The identity of an object, or which part of it is missing. Cluster-wide objects have the namespace "". */
export function identityOf(raw: unknown): Identity | { readonly missing: string } {
  if (!isObject(raw)) return { missing: "the object" };
  const metadata = field(raw, "metadata");
  if (!isObject(metadata)) return { missing: "metadata" };
  const [uid, name, resourceVersion] = [field(metadata, "uid"), field(metadata, "name"), field(metadata, "resourceVersion")];
  if (!isName(uid)) return { missing: "metadata.uid" };
  if (!isName(name)) return { missing: "metadata.name" };
  if (!isName(resourceVersion)) return { missing: "metadata.resourceVersion" };
  const namespace = field(metadata, "namespace");
  return { uid, name, resourceVersion, namespace: typeof namespace === "string" ? namespace : "" };
}

/**
 * An identity for an object of a list that lacks its own, so that it can be a row: the same object at the same place gets the same one.
 * `index` is its place among such objects.
 */
export function standInIdentity(raw: unknown, index: number): Identity {
  const name = at(raw, "metadata", "name");
  const namespace = at(raw, "metadata", "namespace");
  const uid = at(raw, "metadata", "uid");
  const resourceVersion = at(raw, "metadata", "resourceVersion");
  const place = isName(namespace) ? namespace : "";
  const called = isName(name) ? name : `(no name ${index + 1})`;
  return {
    uid: isName(uid) ? uid : `(no uid) ${place}/${called}`,
    namespace: place,
    name: called,
    resourceVersion: isName(resourceVersion) ? resourceVersion : "0",
  };
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= 1_024;
}
