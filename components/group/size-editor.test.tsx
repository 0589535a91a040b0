import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ExpectedSizeForm } from "./size-editor";

afterEach(() => {
  vi.unstubAllGlobals();
});

const sent: unknown[] = [];
function editorWith(may: { may: boolean; missing: string }, post: () => Response = () => Response.json({ dryRun: false, resourceVersion: "813" })) {
  sent.length = 0;
  vi.stubGlobal("fetch", (_path: string, init?: RequestInit) => {
    if (init?.method !== "POST") return Promise.resolve(Response.json(may));
    sent.push(JSON.parse(String(init.body)));
    return Promise.resolve(post());
  });
  render(<ExpectedSizeForm cluster="eu" namespace="shop" name="checkout" text="40" resourceVersion="812" managedBy="Argo CD" />);
  return userEvent.click(screen.getByRole("button", { name: "change the expected size" }));
}
const field = () => screen.findByRole<HTMLInputElement>("textbox");

describe("the form for the expected size", () => {
  it("sends the typed size with the resource version that the user saw, and shows it as done only after the watch has reported it", async () => {
    await editorWith({ may: true, missing: "" });
    await userEvent.clear(await field());
    await userEvent.type(await field(), "42");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(sent).toEqual([{ dryRun: false, resourceVersion: "812", input: { size: "42" } }]);
    expect(await screen.findByText("Accepted; the page follows the cluster.")).toBeTruthy();
  });

  it("keeps the typed size next to the error of a refused change", async () => {
    const refusal = { title: "Changed meanwhile", status: 409, detail: "Look at what it says now, then save again.", field: "size" };
    await editorWith({ may: true, missing: "" }, () => Response.json(refusal, { status: 409 }));
    await userEvent.type(await field(), "7");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect((await screen.findByRole("alert")).textContent).toBe(refusal.detail);
    expect((await field()).value).toBe("407");
  });

  it("states that the result is unknown if the answer was lost, and keeps the typed size", async () => {
    await editorWith({ may: true, missing: "" }, () => {
      throw new TypeError("Failed to fetch");
    });
    await userEvent.type(await field(), "7");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect((await screen.findByRole("alert")).textContent).toContain("It is not known whether the change was made");
    expect((await field()).value).toBe("407");
  });

  it("names the missing verb instead of a field for a viewer without permission", async () => {
    await editorWith({ may: false, missing: "The verb patch on workloadgroups is missing" });
    expect(await screen.findByText("You may not change it. The verb patch on workloadgroups is missing.")).toBeTruthy();
    expect(screen.queryByRole("textbox")).toBeNull();
  });

  it("names the tool that manages the group", async () => {
    await editorWith({ may: true, missing: "" });
    expect(await screen.findByText(/^Argo CD manages this group/)).toBeTruthy();
  });
});
