import { describe, expect, it } from "vitest";
import type { DraftServiceChoice, GroupDraft } from "@/lib/contract/answers/drafts";
import { chosenReach } from "./choose-reach";

const GROUP = { metadata: { name: "web" }, spec: { metadata: { labels: { app: "web" } }, template: { ports: { http: 8080 } } } };
const draft = (reach: DraftServiceChoice, setAside?: GroupDraft["setAside"]): GroupDraft => ({
  ...{ id: "a", cluster: "eu", namespace: "shop", group: "", makeAccount: true, reach },
  ...(setAside !== undefined && { setAside }),
});
const SERVICE = { how: "service", text: "# typed\nkind: Service\n" } as const;

describe("another way for callers", () => {
  it.each(["none", "existing", "serviceentry"] as const)("that is %s loses nothing that was typed before", (how) => {
    const left = draft(SERVICE);
    const changed = { ...left, ...chosenReach(left, how, GROUP) };
    expect(changed.reach.how).toBe(how);
    expect(chosenReach(changed, "service", GROUP).reach).toEqual(SERVICE);
  });

  it("that was put aside is as it was left, whichever was chosen between", () => {
    const typed = "# mine\nkind: ServiceEntry\n";
    let now = draft({ how: "serviceentry", text: typed });
    for (const how of ["service", "none", "existing", "service"] as const) now = { ...now, ...chosenReach(now, how, GROUP) };
    expect(chosenReach(now, "serviceentry", GROUP).reach).toEqual({ how: "serviceentry", text: typed });
  });

  it.each([
    ["service", /kind: Service\n[\s\S]*app: web/],
    ["serviceentry", /kind: ServiceEntry\n[\s\S]*app: web/],
  ] as const)("that was never chosen begins from the group: %s", (how, text) => {
    expect(chosenReach(draft({ how: "none" }), how, GROUP).reach).toMatchObject({ how, text: expect.stringMatching(text) });
  });

  it("that was emptied stays empty", () => {
    expect(chosenReach(draft({ how: "none" }, { service: "" }), "service", GROUP).reach).toEqual({ how: "service", text: "" });
  });
});
