// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { GroupDraft } from "@/lib/contract/answers/drafts";
import { listDrafts, newDraftId, readDraft, removeDraft, saveDraft } from "./drafts";
import { forgetViewer } from "./forget";
import { followTexts, keepText, keptText } from "./kept-texts";
import { typedKey } from "./typed-texts";

const draft = (id: string, group = "kind: WorkloadGroup\n"): GroupDraft => ({
  ...{ id, cluster: "prod-eu", namespace: "shop", group, makeAccount: true },
  reach: { how: "service", text: "kind: Service\n" },
});

afterEach(() => {
  vi.unstubAllGlobals();
  forgetViewer(new QueryClient(), () => undefined);
});

describe("a draft", () => {
  it("is kept as it was typed, beside others", () => {
    saveDraft("ann", draft("a", "# mine\nkind: WorkloadGroup\n"));
    saveDraft("ann", draft("b"));
    expect(readDraft("ann", "a")).toEqual(draft("a", "# mine\nkind: WorkloadGroup\n"));
    expect(listDrafts("ann").map(({ id }) => id)).toEqual(["a", "b"]);
    removeDraft("ann", "a");
    expect(listDrafts("ann").map(({ id }) => id)).toEqual(["b"]);
  });

  it("takes with it what was typed to be added to it, and nothing of another", () => {
    const keyOf = (id: string) => typedKey("ann", ["pair of a group", id, "label", "key"]);
    for (const id of ["a", "ab"]) {
      saveDraft("ann", draft(id));
      keepText(keyOf(id), "tier");
    }
    removeDraft("ann", "a");
    expect([keptText(keyOf("a")), keptText(keyOf("ab"))]).toEqual([null, "tier"]);
  });

  it("is nobody else's", () => {
    saveDraft("ann", draft("a"));
    expect(readDraft("bob", "a")).toBeNull();
    expect(listDrafts("bob")).toEqual([]);
  });

  it("is gone after the sign-out", () => {
    saveDraft("ann", draft("a"));
    localStorage.setItem("other", "stays");
    forgetViewer(new QueryClient(), () => undefined);
    expect(listDrafts("ann")).toEqual([]);
    expect(localStorage.getItem("other")).toBe("stays");
    localStorage.clear();
  });

  it("is no draft where something else stands under its name", () => {
    localStorage.setItem("stolos.draft:ann:a", "{");
    expect(readDraft("ann", "a")).toBeNull();
    localStorage.setItem("stolos.draft:ann:a", '{"id":"a"}');
    expect(readDraft("ann", "a")).toBeNull();
  });

  it("lasts as long as the page where the browser stores nothing", () => {
    const full = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    vi.stubGlobal("localStorage", { setItem: full, getItem: full, removeItem: full });
    expect(saveDraft("ann", draft("a"))).toBe(false);
    expect(readDraft("ann", "a")).toEqual(draft("a"));
  });

  it("tells this tab and others of each change", () => {
    const changed = vi.fn();
    const stop = followTexts(changed);
    saveDraft("ann", draft("a"));
    window.dispatchEvent(new Event("storage"));
    stop();
    saveDraft("ann", draft("b"));
    expect(changed).toHaveBeenCalledTimes(2);
  });

  it("has a name of its own", () => {
    expect(newDraftId()).toMatch(/^[0-9a-z]{18}$/);
    expect(newDraftId()).not.toBe(newDraftId());
  });
});
