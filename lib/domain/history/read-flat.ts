import type { FlatObject } from "@/lib/domain/flat-object";
import { recordUnreadable } from "./read-entry";
import { type Fields, numberOrNull, pairs, text, textOrNull } from "./reading";

type Named = Pick<FlatObject, "cluster" | "kind" | "namespace" | "name" | "uid">;

/** Reads what is stored of an object by the fields of its spec, in the newest format; throws `Unreadable`. */
export function readFlat({ cluster, kind, namespace, name, uid }: Named, shape: Fields, moving: Fields): FlatObject {
  return {
    ...{ cluster, kind, namespace, name, uid },
    resourceVersion: text(moving.resourceVersion, "resourceVersion"),
    createdAt: numberOrNull(shape.createdAt, "createdAt"),
    unreadable: textOrNull(shape.unreadable, "unreadable"),
    fields: pairs(text)(shape.fields, "fields"),
  };
}

/** What stands for one whose record cannot be read. */
export function unreadableFlat({ cluster, kind, namespace, name, uid }: Named, reason: string): FlatObject {
  return { cluster, kind, namespace, name, uid, unreadable: recordUnreadable(reason), resourceVersion: "", createdAt: null, fields: [] };
}
