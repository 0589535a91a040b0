import { KEPT, keptKeys } from "./kept-texts";

/** One text of a small form: the form, the names of the object that it is about, and the field where the form has several. No two fields share all of that. */
export type TypedIn = readonly [
  form:
    | "drain"
    | "drain again"
    | "planned leaves"
    | "expected size"
    | "mute"
    | "saved view"
    | "place of a group"
    | "other object"
    | "pair of a group"
    | "window"
    | "incident note",
  ...object: readonly string[],
];

/** Under which key a text is kept for its viewer. */
export function typedKey(viewer: string, where: TypedIn): string {
  return `${KEPT.typed}${viewer}:${JSON.stringify(where)}`;
}

/** The keys of all that is kept of a form that has several fields; `form`: what these have in common. */
export function typedKeys(viewer: string, form: TypedIn): readonly string[] {
  return keptKeys(`${typedKey(viewer, form).slice(0, -1)},`);
}
