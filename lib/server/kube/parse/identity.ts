import { cleanText } from "@/lib/domain/object/clean-text";
import { isUntypedObject } from "@/lib/domain/preview/values";
import { at, field, text } from "./json";

/** What makes an object one and the same: without it a watch cannot be followed. */
export interface Identity {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly resourceVersion: string;
}

/** The identity of an object, or which part of it is missing. Cluster-wide objects have the namespace "". */
export function identityOf(raw: unknown): Identity | { readonly missing: string } {
  if (!isUntypedObject(raw)) return { missing: "the object" };
  const metadata = field(raw, "metadata");
  if (!isUntypedObject(metadata)) return { missing: "metadata" };
  const uid = nameOf(field(metadata, "uid"));
  if (uid === null) return { missing: "metadata.uid" };
  const name = nameOf(field(metadata, "name"));
  if (name === null) return { missing: "metadata.name" };
  const resourceVersion = nameOf(field(metadata, "resourceVersion"));
  if (resourceVersion === null) return { missing: "metadata.resourceVersion" };
  return { uid, name, resourceVersion, namespace: text(field(metadata, "namespace")) };
}

/**
 * An identity for an object of a list that lacks its own, so that it can be a row: the same object at the same place gets the same one.
 * `index` is its place among such objects.
 */
export function standInIdentity(raw: unknown, index: number): Identity {
  const told = (key: string) => nameOf(at(raw, "metadata", key));
  const namespace = told("namespace") ?? "";
  const name = told("name") ?? `(no name ${index + 1})`;
  return { uid: told("uid") ?? `(no uid) ${namespace}/${name}`, namespace, name, resourceVersion: told("resourceVersion") ?? "0" };
}

/** What may name an object, clean; null for everything else. */
function nameOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" && value.length <= 1_024 ? cleanText(value) : null;
}
