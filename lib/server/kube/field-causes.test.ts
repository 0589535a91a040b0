import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseErrorFieldPath } from "@/lib/domain/edit/field-errors";
import { fieldCausesOf } from "./field-causes";

const invalid = (...causes: readonly (readonly [field: unknown, message: unknown])[]) => ({
  message: "it is invalid",
  details: { causes: causes.map(([field, message]) => ({ reason: "FieldValueInvalid", field, message })) },
});
const NOT_CHECKED =
  "Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation";
const fields = (status: unknown) => fieldCausesOf(status).map(({ field }) => field);

describe("the fields of a refusal", () => {
  it.each<[claim: string, status: unknown, fields: readonly string[]]>([
    ["are those of its causes", invalid(["spec.weight", "a"], ["spec.ports[0]", "b"]), ["spec.weight", "spec.ports[0]"]],
    ["are told once where two are the same", invalid(["spec.weight", "a"], ["spec.weight", "a"], ["spec.weight", "b"]), ["spec.weight", "spec.weight"]],
    ["leave out rules that were not checked", invalid(["spec.template", "Required value"], ["<nil>", NOT_CHECKED]), ["spec.template"]],
    [
      "are read of a message about a value within",
      invalid(["<nil>", 'Invalid value: "": "spec.probe" must validate one and only one schema (oneOf). Found 2 valid alternatives']),
      ["spec.probe"],
    ],
    [
      "are told once where the value within has a cause of its own",
      invalid(["spec.weight", "of type integer"], ["<nil>", 'Invalid value: "": Checked value must be of type integer (default format) in spec.weight']),
      ["spec.weight"],
    ],
    [
      "are those that a strict reading does not know",
      {
        message: 'WorkloadEntry in version "v1" cannot be handled as a WorkloadEntry: strict decoding error: unknown field "spec.adress", unknown field "foo"',
      },
      ["spec.adress", "foo"],
    ],
    [
      "are what Go could not read of a Service",
      {
        message:
          'Service in version "v1" cannot be handled as a Service: json: cannot unmarshal string into Go struct field ServicePort.spec.ports.port of type int32',
      },
      ["spec.ports.port"],
    ],
    [
      "are what Go could not read of metadata",
      {
        message:
          'WorkloadEntry in version "v1" cannot be handled as a WorkloadEntry: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
      },
      ["metadata.labels"],
    ],
    ["are none of a webhook, which names none", { message: 'admission webhook "validation.istio.io" denied the request: invalid' }, []],
    ["are empty where the cause names none", invalid([undefined, "no"], [7, "other"]), ["", ""]],
    ["are none of what is no status", "spec.weight", []],
    ["are none of causes that are no list", { details: { causes: { field: "spec" } } }, []],
  ])("%s", (_claim, status, told) => {
    expect(fields(status)).toEqual(told);
  });

  it("of a hostile answer are few, short, in one line and without credentials", () => {
    const hostile = invalid(
      ...Array.from({ length: 5_000 }, (_, at) => [`spec.a${at}${"x".repeat(9_000)}`, `Bearer abc\n\u0000${"y".repeat(9_000)}`] as const),
    );
    const told = fieldCausesOf(hostile);
    expect(told).toHaveLength(20);
    for (const { field, message } of told) {
      expect(field.length).toBeLessThanOrEqual(300);
      expect(message.length).toBeLessThanOrEqual(300);
      expect(message).toMatch(/^Bearer \*\*\* /);
    }
  });
});

interface Recorded {
  readonly title: string;
  readonly object: unknown;
  readonly answer: { readonly status: number; readonly message?: string; readonly causes?: readonly unknown[] | null };
}
const recorded = readFileSync("lib/sandbox/recordings/admission.jsonl", "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Recorded)
  .filter(({ answer: { status, message } }) => status !== 201 && message?.includes("denied the request") === false);

it.each(recorded)("of a real API server each leads to a place of the document: $title", ({ object, answer: { message, causes } }) => {
  const told = fieldCausesOf({ message, details: { causes } });
  expect(told.length).toBeGreaterThan(0);
  for (const { field } of told) {
    const [first, ...rest] = parseErrorFieldPath(object, field);
    expect(["metadata", "spec"]).toContain(first);
    if (field !== "spec" && field !== "metadata") expect(rest.length, field).toBeGreaterThan(0);
  }
});
