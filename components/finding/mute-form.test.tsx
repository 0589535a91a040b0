import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ROWS_NOW } from "@/lib/testing/rows";
import { MuteForm } from "./mute-form";

vi.mock("@/lib/client/signed-out", () => ({ heardStatus: () => undefined }));
const mute = vi.fn();
vi.mock("@/lib/client/use-mutes", () => ({ useMutes: () => ({ list: [], mute, unmute: () => undefined }), useMuteNow: () => ROWS_NOW }));

const OBJECT = { resource: "workloadgroups", cluster: "eu", namespace: "shop", name: "web" } as const;
const WEEK_MS = 7 * 86_400_000;
const sent: unknown[] = [];
const done = vi.fn();
let may = { may: true, missing: "" };
let annotation = "";

beforeEach(() => {
  sent.length = 0;
  mute.mockReset();
  done.mockReset();
  may = { may: true, missing: "" };
  annotation = "";
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body = "null" }: { method?: string; body?: string }) => {
    if (method === "POST") sent.push({ path, ...JSON.parse(body) });
    if (method === "POST") return Response.json({ dryRun: false, resourceVersion: "10" });
    if (path.includes("/commands/")) return Response.json(may);
    const annotations = annotation === "" ? "" : `\n  annotations:\n    stolos.dev/mute-findings: '${annotation}'`;
    return Response.json({ yaml: `metadata:\n  uid: g${annotations}\n`, managedFields: "", resourceVersion: "9" });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const shown = () => render(<MuteForm what="STL205/a" code="STL205" object={OBJECT} onDone={done} />);
const press = () => fireEvent.click(screen.getByRole("button", { name: "Mute" }));
const why = (value: string) => fireEvent.change(screen.getByLabelText("Why"), { target: { value } });

it("for oneself stays in the browser", () => {
  shown();
  press();
  expect(screen.getByRole("alert").textContent).toMatch(/^Write why/);
  why("known");
  press();
  expect(mute).toHaveBeenCalledWith({ what: "STL205/a", reason: "known", until: ROWS_NOW + WEEK_MS });
  expect([done.mock.calls.length, sent]).toEqual([1, []]);
});

it("for everybody is written onto the version that was read, beside what is muted there", async () => {
  annotation = '[{"code":"STL204","until":"2099-01-01T00:00:00Z","reason":"shared"}]';
  shown();
  fireEvent.click(screen.getByLabelText("for everybody"));
  why("known");
  await screen.findByRole("button", { name: "Mute" });
  press();
  await waitFor(() => expect(done).toHaveBeenCalled());
  const mutes = [
    { code: "STL204", until: Date.UTC(2099, 0, 1), reason: "shared" },
    { code: "STL205", until: ROWS_NOW + WEEK_MS, reason: "known" },
  ];
  expect(sent).toEqual([{ path: "/api/c/eu/commands/mute-workloadgroup/shop/web", dryRun: false, resourceVersion: "9", input: { uid: "g", mutes } }]);
  expect(mute).not.toHaveBeenCalled();
});

it("for everybody overwrites nothing that cannot be read, and names the missing verb", async () => {
  annotation = "soon";
  shown();
  fireEvent.click(screen.getByLabelText("for everybody"));
  why("known");
  await screen.findByRole("button", { name: "Mute" });
  press();
  await waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(/cannot be read, and mutes nothing/));
  expect(sent).toEqual([]);
  cleanup();
  may = { may: false, missing: "The verb patch on workloadgroups is missing" };
  shown();
  fireEvent.click(screen.getByLabelText("for everybody"));
  expect(await screen.findByText("You may not change it. The verb patch on workloadgroups is missing.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Mute" })).toBeNull();
});
