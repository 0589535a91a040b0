import type { FlatObject, ParsedObject } from "@/lib/domain/flat-object";
import type { Fields } from "@/lib/domain/preview/values";
import { recordUnreadable } from "./read-entry";
import { readParsed } from "./read-parsed";
import { numberOrNull, pairs, type Read, text, textOrNull } from "./reading";

type Named = Pick<FlatObject, "cluster" | "kind" | "namespace" | "name" | "uid">;

/** Reads what is stored of an object by the fields of its spec and by what was read of them, in the newest format; throws `Unreadable`. */
export function readFlat<P>({ cluster, kind, namespace, name, uid }: Named, parsed: Read<P>, shape: Fields, moving: Fields): ParsedObject<P> {
  return {
    ...{ cluster, kind, namespace, name, uid },
    resourceVersion: text(moving.resourceVersion, "resourceVersion"),
    createdAt: numberOrNull(shape.createdAt, "createdAt"),
    unreadable: textOrNull(shape.unreadable, "unreadable"),
    fields: pairs(text)(shape.fields, "fields"),
    parsed: readParsed(parsed, shape.parsed),
  };
}

/** What stands for one whose record cannot be read. */
export function unreadableFlat({ cluster, kind, namespace, name, uid }: Named, reason: string): ParsedObject<never> {
  return { cluster, kind, namespace, name, uid, unreadable: recordUnreadable(reason), resourceVersion: "", createdAt: null, fields: [], parsed: null };
}
