import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { validateDocument } from "@/lib/domain/preview/document-findings";
import type { DocumentPath } from "@/lib/domain/preview/finding";
import { isEditableKind } from "@/lib/domain/preview/kind-shapes";

/** What a real API server and Istio's webhook answered to 89 documents. */
interface Recorded {
  readonly title: string;
  readonly object: { readonly kind: string };
  readonly answer: {
    readonly status: number;
    readonly message?: string;
    readonly causes?: readonly { readonly message: string; readonly field: string }[] | null;
    readonly warnings?: readonly string[];
  };
}

const recorded = readFileSync("lib/sandbox/recordings/admission.jsonl", "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Recorded);

it.each(recorded)("$title: who refuses it, and where", ({ object, answer }) => {
  const { kind } = object;
  if (!isEditableKind(kind)) throw new Error(`${kind} is not edited here.`);
  const findings = validateDocument(kind, { ...object, apiVersion: "networking.istio.io/v1" }, "shop");
  const refusals = findings.filter(({ level }) => level === "refuses");
  const by = answer.status === 201 ? [] : [answer.message?.includes("denied the request") ? "webhook" : "schema"];
  expect([...new Set(refusals.map((one) => one.by))].slice(0, 1)).toEqual(by);
  expect(findings.filter(({ level }) => level === "warns")).toHaveLength(answer.warnings?.length ?? 0);
  // The server names the field, be it of the object around it where ours names the one within.
  const told = (answer.causes ?? []).filter(({ field }) => field !== "<nil>").map(({ field }) => field);
  for (const field of new Set(told)) expect(refusals.map(({ path, values }) => fieldOf(path, values.field))).toContainEqual(expect.stringContaining(field));
});

/** As the server spells it: `spec.ports[1].number`, `spec.ports[http]`. */
function fieldOf(path: DocumentPath, missing: string | undefined): string {
  const spelled = path.map((part, at) => (typeof part === "number" || (path[at - 1] === "ports" && path.length > at) ? `[${part}]` : `.${part}`)).join("");
  return `${spelled}${missing === undefined || path.includes(missing) ? "" : `.${missing}`}`.slice(1);
}
