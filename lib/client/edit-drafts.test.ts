// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it } from "vitest";
import { type EditedObject, editOf, removeEdit, saveEdit, storedEdit } from "./edit-drafts";
import { forgetViewer } from "./forget";

const web: EditedObject = { cluster: "eu", resource: "workloadgroups", namespace: "shop", name: "web" };
const draft = { uid: "u", resourceVersion: "7", base: "a: 1\n", owner: null, text: "a: 2 # mine\n" };
const forget = () => forgetViewer(new QueryClient(), () => undefined);

afterEach(forget);

describe("an edit that is not applied yet", () => {
  it("is kept as it was typed, for its viewer and its object alone", () => {
    saveEdit("ann", web, draft);
    expect(editOf(storedEdit("ann", web))).toEqual(draft);
    expect(storedEdit("bob", web)).toBeNull();
    expect(storedEdit("ann", { ...web, resource: "services" })).toBeNull();
    removeEdit("ann", web);
    expect(storedEdit("ann", web)).toBeNull();
  });

  it("is gone after the sign-out", () => {
    saveEdit("ann", web, draft);
    forget();
    expect(storedEdit("ann", web)).toBeNull();
  });

  it("is none where somebody else wrote in its place", () => {
    expect([editOf("{"), editOf("null"), editOf('{"uid":1}')]).toEqual([null, null, null]);
  });
});
