import { expect, it } from "vitest";
import { NOW } from "@/lib/testing/entries";
import { objectChange } from "./recorded-changes";

const SUBJECT = { cluster: "prod-eu", kind: "group", namespace: "shop", name: "checkout" } as const;
const NO_GROUPS = { inNamespace: () => [], ofService: () => [] };
const VERSION = { field: "spec.template.labels[version]", from: "v40", to: "v41" };
const edited = (changes: readonly { field: string; from: string | null; to: string | null }[], more = 0) =>
  ({ type: "group-edited", at: NOW, notBefore: null, facts: { kind: "changes", changes, more } }) as const;
const ARGO = { lastWriter: { manager: "argocd", operation: "Update", subresource: "", time: NOW - 2_000 } };

it("has the old and new values of an edit, the version and the last writer", () => {
  const change = objectChange({ subject: SUBJECT, transition: edited([VERSION]), moving: ARGO }, NO_GROUPS);
  expect(change).toMatchObject({ what: VERSION.field, version: "v41", ownAt: NOW - 2_000, edit: { fields: [VERSION], more: 0, by: "argocd" } });
});

it("has no values of a creation, and no writer of an object without managed fields", () => {
  const change = objectChange({ subject: SUBJECT, transition: { type: "group-created", at: NOW, notBefore: null }, moving: null }, NO_GROUPS);
  expect(change).toMatchObject({ what: "created", version: null, ownAt: null, edit: { fields: [], more: 0, by: "" } });
});

it("stores five fields of at most 120 characters and counts the others", () => {
  const fields = Array.from({ length: 7 }, (_, n) => ({ field: `spec.template.labels[l${n}]`, from: null, to: "x".repeat(5_000) }));
  const edit = objectChange({ subject: SUBJECT, transition: edited(fields, 2), moving: null }, NO_GROUPS)?.edit;
  expect([edit?.fields.length, edit?.more, edit?.fields[0]?.to?.length]).toEqual([5, 4, 120]);
});

it.each([
  ["spec.metadata.labels[app.kubernetes.io/version]", "v2", "v2"],
  ["spec.template.labels[tier]", "v2", null],
  ["spec.template.labels[version]", null, null],
])("has the version of %s changed to %s: %s", (field, to, version) => {
  expect(objectChange({ subject: SUBJECT, transition: edited([{ field, from: "v1", to }]), moving: null }, NO_GROUPS)?.version).toBe(version);
});
