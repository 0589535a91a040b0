import { describe, expect, it } from "vitest";
import type { FlatObject } from "@/lib/domain/flat-object";
import { flatChanges } from "./flat-changes";

const rule = (fields: FlatObject["fields"], unreadable: string | null = null): FlatObject => ({
  ...{ cluster: "eu", kind: "destinationrules", uid: "1", namespace: "shop", name: "checkout", resourceVersion: "1", createdAt: null },
  ...{ unreadable, fields },
});

describe("what changed in the spec of an object", () => {
  it.each([
    ["nothing", rule([["spec.host", "a"]]), rule([["spec.host", "a"]]), []],
    ["a field", rule([["spec.host", "a"]]), rule([["spec.host", "b"]]), [{ field: "spec.host", from: "a", to: "b" }]],
    ["a field that came, without a value", rule([]), rule([["spec.x", ""]]), [{ field: "spec.x", from: null, to: "" }]],
    ["a field that went", rule([["spec.x", "1"]]), rule([]), [{ field: "spec.x", from: "1", to: null }]],
    ["that it cannot be read", rule([]), rule([], "spec is missing"), [{ field: "unreadable", from: null, to: "spec is missing" }]],
  ])("%s", (_claim, before, after, expected) => expect(flatChanges(before, after)).toEqual(expected));
});
