import type { FieldError } from "@/lib/domain/edit/field-errors";
import { at, list, text } from "./parse/json";
import { shortText } from "./problem";

/** The most that is told of one answer. */
const MOST_CAUSES = 20;

/**
 * What the API server refused of a document, field by field, as its `Status` says: in `details.causes`, else in the message, where a strict reading
 * (`fieldValidation=Strict`) found fields that nobody knows, or a value has another type than its field. At most 20, each a line of at most 300 characters.
 */
export function fieldCausesOf(status: unknown): readonly FieldError[] {
  const listed = list(at(status, "details", "causes")).slice(0, 4 * MOST_CAUSES);
  const causes = listed.map((cause) => ({ field: text(at(cause, "field")), message: text(at(cause, "message")) }));
  const told = listed.length > 0 ? placed(causes.filter(({ message }) => !NOT_CHECKED.test(message))) : unread(text(at(status, "message")));
  const short = told.map(({ field, message }) => ({ field: shortText(field), message: shortText(message) }));
  // One that is said twice is one.
  return [...new Map(short.map((cause) => [`${cause.field} ${cause.message}`, cause])).values()].slice(0, MOST_CAUSES);
}

/** Rules that were left out because something else is wrong: nothing that a person could mend. */
const NOT_CHECKED = /some validation rules were not checked because the object was invalid/;

/** Of a value within, which it cannot name as a field, the API server writes "<nil>" and the place into the message. */
const WITHIN = "<nil>";
const PLACE_IN_MESSAGE = /(?: in |^Invalid value: "": ")(spec[\w.[\]-]*)(?:$|" must validate )/;

function placed(causes: readonly FieldError[]): readonly FieldError[] {
  const named = causes.filter(({ field }) => field !== WITHIN);
  const within = causes.filter(({ field }) => field === WITHIN).map(({ message }) => ({ field: PLACE_IN_MESSAGE.exec(message)?.[1] ?? "", message }));
  return [...named, ...within.filter(({ field }) => field === "" || named.every((one) => one.field !== field))];
}

const STRICT = /strict decoding error: (.*)$/s;
const STRICT_FIELD = /(?:unknown|duplicate) field "([^"]*)"/g;
/** How Go names a field: the type that holds it, then the field, without places in lists. */
const GO_FIELD = /json: (cannot unmarshal .* into Go struct field (\w+)\.(\S+) of type .*)$/s;

function unread(message: string): readonly FieldError[] {
  const strict = STRICT.exec(message)?.[1];
  if (strict !== undefined) return Array.from(strict.matchAll(STRICT_FIELD), ([said, field = ""]) => ({ field, message: said }));
  const [, said = "", type, field = ""] = GO_FIELD.exec(message) ?? [];
  if (field === "") return [];
  // Of a custom resource metadata alone is read by a type of Go.
  return [{ field: type === "ObjectMeta" && !field.startsWith("metadata.") ? `metadata.${field}` : field, message: said }];
}
