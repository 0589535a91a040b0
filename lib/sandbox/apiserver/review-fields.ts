import type { Exchange } from "./exchange";
import { problemsRefused, warn } from "./field-validation";
import { isRecord, type KubeObject } from "./kube-object";
import { qualifiedNameProblems } from "./name-rules";
import { badRequest, type StatusCause } from "./status-errors";
import { readWriteOptions } from "./write-options";

type Shape = "string" | "any" | "int64" | Struct;
interface Struct {
  /** The name of the structure, as the decoder tells it. */
  readonly go: string;
  readonly fields: Readonly<Record<string, Shape>>;
}

const selector: Struct = { go: "SelectorAttributes", fields: { rawSelector: "string", requirements: "any" } };
const resourceAttributes: Struct = {
  go: "ResourceAttributes",
  fields: {
    ...{ namespace: "string", verb: "string", group: "string", version: "string", resource: "string", subresource: "string", name: "string" },
    ...{ fieldSelector: selector, labelSelector: selector },
  },
};
const attributes = { resourceAttributes, nonResourceAttributes: { go: "NonResourceAttributes", fields: { path: "string", verb: "string" } } } as const;
const subject = { ...attributes, user: "string", groups: "any", uid: "string", extra: "any" } as const;

/** `spec` of what is asked and not stored. */
const specs: Readonly<Record<string, Struct>> = {
  SelfSubjectAccessReview: { go: "SelfSubjectAccessReviewSpec", fields: attributes },
  SubjectAccessReview: { go: "SubjectAccessReviewSpec", fields: subject },
  LocalSubjectAccessReview: { go: "SubjectAccessReviewSpec", fields: subject },
  SelfSubjectRulesReview: { go: "SelfSubjectRulesReviewSpec", fields: { namespace: "string" } },
  TokenReview: { go: "TokenReviewSpec", fields: { token: "string", audiences: "any" } },
  TokenRequest: { go: "TokenRequestSpec", fields: { audiences: "any", expirationSeconds: "int64", boundObjectRef: "any" } },
};

/** The review without fields that its kind does not have. Refuses fields of a wrong type (400), and warns of unknown ones or refuses them too, as `fieldValidation` asks. */
export function knownReview({ query, response }: Exchange, kind: string, review: KubeObject): KubeObject {
  const struct = specs[kind];
  if (struct === undefined || !isRecord(review.spec)) return review;
  const unknown: string[] = [];
  const wrong = problemIn(struct, review.spec, "spec", unknown);
  if (wrong !== null) throw badRequest(`${kind} in version "v1" cannot be handled as a ${kind}: json: cannot unmarshal ${wrong}`);
  const { fieldValidation } = readWriteOptions(query, "CreateOptions");
  const problems = unknown.map((path) => `unknown field "${path}"`);
  if (problems.length > 0 && fieldValidation === "Strict") throw problemsRefused(kind, "v1", problems);
  if (fieldValidation === "Warn") for (const problem of problems) warn(response, problem);
  return { ...review, spec: known(struct, review.spec) };
}

function known({ fields }: Struct, value: Record<string, unknown>): Record<string, unknown> {
  const kept = Object.entries(value).filter(([name]) => fields[name] !== undefined);
  return Object.fromEntries(
    kept.map(([name, part]) => {
      const shape = fields[name];
      return [name, typeof shape === "object" && isRecord(part) ? known(shape, part) : part];
    }),
  );
}

function problemIn(struct: Struct, value: Record<string, unknown>, path: string, unknown: string[]): string | null {
  for (const [name, part] of Object.entries(value)) {
    const shape = struct.fields[name];
    const place = `${path}.${name}`;
    if (shape === undefined) unknown.push(place);
    if (shape === undefined || shape === "any" || part === null) continue;
    if (typeof shape !== "string") {
      const below = isRecord(part)
        ? problemIn(shape, part, place, unknown)
        : `${kindOf(part)} into Go struct field ${struct.go}.${place} of type v1.${shape.go}`;
      if (below !== null) return below;
    } else if (shape === "string" ? typeof part !== "string" : typeof part !== "number" && typeof part !== "bigint") {
      return `${kindOf(part)} into Go struct field ${struct.go}.${place} of type ${shape}`;
    }
  }
  return null;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return typeof value === "boolean" ? "bool" : typeof value;
}

/** What is wrong with the selectors of the objects that somebody wants to list. */
export function selectorCauses(attributes: Readonly<Record<string, unknown>>): StatusCause[] {
  return (["fieldSelector", "labelSelector"] as const).flatMap((name) => {
    const given = attributes[name];
    if (!isRecord(given)) return [];
    const field = `spec.resourceAttributes.${name}`;
    const requirements = Array.isArray(given.requirements) ? given.requirements.filter(isRecord) : [];
    const raw = String(given.rawSelector ?? "");
    const both = `Invalid value: ${JSON.stringify(raw)}: may not specified at the same time as requirements`;
    return [
      ...(raw !== "" && requirements.length > 0 ? [{ reason: "FieldValueInvalid", message: both, field: `${field}.rawSelector` }] : []),
      ...(name === "labelSelector" ? requirements.flatMap((requirement, index) => keyCauses(requirement, `${field}.requirements[${index}].key`)) : []),
    ];
  });
}

function keyCauses({ key }: Record<string, unknown>, field: string): StatusCause[] {
  const shown = JSON.stringify(String(key ?? ""));
  return qualifiedNameProblems(String(key ?? "")).map((rule) => ({ reason: "FieldValueInvalid", message: `Invalid value: ${shown}: ${rule}`, field }));
}
