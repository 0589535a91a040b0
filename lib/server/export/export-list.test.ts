import { describe, expect, it } from "vitest";
import type { ClusterStatus, Heartbeat } from "@/lib/contract/status";
import type { Viewer } from "@/lib/domain/source/scope";
import { StandingLists } from "@/lib/server/fleet/standing-lists";
import { beatOf } from "@/lib/server/live/beat-of";
import { aGroup, anEntry, aReport, aWorld, NOW } from "@/lib/testing/entries";
import { ManualClock } from "@/lib/testing/manual-clock";
import { ALL_IN_SIGHT, rememberedFleet, sightOfNamespaces } from "@/lib/testing/server/remembered-fleet";
import { Downloads } from "./downloads";
import { exportList } from "./export-list";

const downloads = new Downloads(() => () => undefined);
const beat = ({ scope }: Viewer): Heartbeat => beatOf(NOW, [STATUS], [], scope);
const LIVE = { kind: "live", asOf: NOW, reason: "" } as const;
const STATUS: ClusterStatus = {
  ...{ cluster: "prod-eu", freshness: LIVE, skewMs: null, version: "1.35", triedSince: NOW },
  sources: [{ source: "istiod-pods", namespace: "istio-system", freshness: LIVE, proofMs: 60_000, objects: 1, unreadable: 0 }],
};

/** Two machines, one of them failing with a message that a spreadsheet would run. */
async function aFleet() {
  const played = await rememberedFleet(new ManualClock(NOW), aWorld());
  const failing = anEntry({ uid: "uid-2", name: "vm-2", health: aReport("False", '=HYPERLINK("http://evil")') });
  await played.live([anEntry({ uid: "uid-1", name: "vm-1" }), failing], [aGroup()]);
  await played.wait(60_000);
  played.remove(failing);
  await played.wait(60_000);
  const { history, fleet } = played;
  const lists = new StandingLists(fleet);
  const text = async (search: string, scope = ALL_IN_SIGHT) => {
    const response = await exportList({ history, fleet, lists, downloads, beat }, { subject: "somebody", scope, mayWrite: false }, new URLSearchParams(search));
    return { text: await response.text(), name: response.headers.get("content-disposition") };
  };
  return { text, history };
}

describe("an exported list", () => {
  it("has the rows of the page's own query, now and as it was", async () => {
    const { text } = await aFleet();
    const names = async (search: string) => JSON.parse((await text(`what=entries&format=json&${search}`)).text).map((row: { name: string }) => row.name);
    expect(await names("")).toEqual(["vm-1"]);
    expect(await names(`at=${NOW + 30_000}`)).toEqual(["vm-2", "vm-1"]);
    expect(await names(`at=${NOW + 30_000}&q=state:healthy`)).toEqual(["vm-1"]);
    expect(await names("q=nobody")).toEqual([]);
    expect(await names(`at=${NOW + 30_000}&q=HYPERLINK -state:vanished age<5d`)).toEqual(["vm-2"]);
  });

  it("runs nothing in a spreadsheet, and says who was lost and how", async () => {
    const { text } = await aFleet();
    const losses = await text("what=losses&window=15m");
    expect(losses.text.split("\r\n")).toHaveLength(3);
    expect(losses.text).toContain(`"'=HYPERLINK(""http://evil"")"`);
    expect(losses.name).toBe('attachment; filename="stolos-losses.csv"');
  });

  it("is a log too, and of groups, and holds nothing that is out of sight", async () => {
    const { text } = await aFleet();
    expect((await text("what=activity&window=15m&type=ended")).text).toMatch(/,ended,prod-eu,entry,shop,checkout,vm-2,/);
    expect((await text("what=groups")).text).toMatch(/prod-eu,shop,checkout,true,/);
    const hidden = sightOfNamespaces("other");
    for (const what of ["entries", "groups", "losses"]) expect((await text(`what=${what}`, hidden)).text.trimEnd().split("\r\n")).toHaveLength(1);
    expect((await text("what=activity", hidden)).text).not.toContain("vm-");
  });

  it("has the reason why nothing is verified for a viewer without the right to read istiod's Pods", async () => {
    const { text } = await aFleet();
    const reasons = async (what: string, search = "", scope = ALL_IN_SIGHT) =>
      JSON.parse((await text(`what=${what}&format=json${search}`, scope)).text).map((row: Record<string, unknown>) => row["not verified"]);
    const none = sightOfNamespaces("shop");
    for (const what of ["entries", "groups", "localities", "networks"]) {
      expect([what, new Set(await reasons(what))]).toEqual([what, new Set([null])]);
      expect([what, new Set(await reasons(what, "", none))]).toEqual([what, new Set(["no permission to read Pods in istio-system"])]);
    }
    const then = `&at=${NOW + 30_000}`;
    expect([await reasons("groups", then), await reasons("groups", then, none)]).toEqual([[null], ["no permission to read istiod's Pods"]]);
  });

  it("lists each rule without an answer after the findings, with the data that it lacks", async () => {
    const { text } = await aFleet();
    const lines = async (search: string, scope = ALL_IN_SIGHT) =>
      JSON.parse((await text(`what=findings&format=json${search}`, scope)).text) as { rule: string; severity: string; found: string; id: string | null }[];
    const all = await lines("");
    const untold = all.filter(({ severity }) => severity === "cannot tell");
    expect(all.slice(-untold.length)).toEqual(untold);
    expect(untold.find(({ rule }) => rule === "STL316")).toMatchObject({
      id: null,
      found: expect.stringMatching(/^Cannot tell: .*serviceentries.* not visible/),
    });
    expect((await lines("&q=rule:STL316")).filter(({ severity }) => severity === "cannot tell")).toEqual([]);
    const forbidden = await lines("", sightOfNamespaces("shop"));
    expect(forbidden.find(({ rule }) => rule === "STL124")?.found).toMatch(/^Cannot tell: you have no right to read serviceaccounts/);
  });

  it("is the audit too, with the session, the address and the request that each command came from", async () => {
    const { text, history } = await aFleet();
    const what = { command: "set-expected-size", verb: "patch", resource: "workloadgroups", seen_with: "workloadgroups", mode: "applied" } as const;
    const where = { cluster: "prod-eu", namespace: "shop", name: "checkout", fields: "metadata", result: "done", audit_id: "" };
    history.keepAudit({ ...what, ...where, who: "ann", session: "session-of-ann", source_address: "192.0.2.7", request_id: "request-1" });
    const [head, line] = (await text("what=audit")).text.split("\r\n");
    expect(head).toMatch(/,session,source address,request id$/);
    expect(line).toMatch(/,session-of-ann,192\.0\.2\.7,request-1$/);
  });

  it("has each machine once, also where the list turns over while it is sent", async () => {
    const played = await rememberedFleet(new ManualClock(NOW), aWorld());
    const ill = (uid: string) => anEntry({ uid, name: uid, resourceVersion: "9", health: aReport("False", "no") });
    const well = (uid: string) => anEntry({ uid, name: uid, health: aReport("True", "") });
    const uids = Array.from({ length: 1_200 }, (_, index) => `vm-${String(index).padStart(4, "0")}`);
    await played.live(
      uids.map((uid, index) => (index < 600 ? ill(uid) : well(uid))),
      [aGroup()],
    );
    const { history, fleet } = played;
    const viewer = { subject: "somebody", scope: ALL_IN_SIGHT, mayWrite: false };
    const response = await exportList(
      { history, fleet, lists: new StandingLists(fleet), downloads, beat },
      viewer,
      new URLSearchParams("what=entries&format=json"),
    );
    const reader = response.body?.getReader();
    const parts = [await reader?.read(), await reader?.read()];
    // Those that came first come last from now on, and the other way round; one of them is gone.
    played.upsert(...uids.map((uid, index) => (index < 600 ? well(uid) : ill(uid))));
    played.remove(well("vm-1199"));
    for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) parts.push(part);
    const rows: readonly { readonly name: string }[] = JSON.parse(parts.map((part) => new TextDecoder().decode(part?.value)).join(""));
    expect(rows.map(({ name }) => name).sort()).toEqual(uids.slice(0, -1));
  });

  it("is of places too: a line for each region and zone, as the map has them", async () => {
    const { text } = await aFleet();
    const lines = (await text("what=localities")).text.trimEnd().split("\r\n");
    expect(lines[0]).toMatch(/^level,region,zone,subzone,machines,serving,/);
    expect(lines.slice(1).map((line) => line.split(",").slice(0, 6).join(","))).toEqual(["region,eu-central-1,,,1,1", "zone,eu-central-1,eu-central-1a,,1,1"]);
    expect(JSON.parse((await text("what=localities&format=json&q=zone:none")).text)).toEqual([]);
    expect((await text("what=localities", sightOfNamespaces("other"))).text.trimEnd().split("\r\n")).toHaveLength(1);
  });

  it.each([
    ["what=everything", "what"],
    ["what=entries&format=xlsx", "format"],
    ["what=activity&window=2h", "window"],
    ["what=entries&q=foo:bar", "q"],
    ["what=groups&q=state:unhealty", "q"],
    ["what=localities&q=colour:red", "q"],
  ])("is refused with the field that is wrong: %s", async (search, field) => {
    const { text } = await aFleet();
    await expect(text(search)).rejects.toMatchObject({ status: 400, field });
  });
});
