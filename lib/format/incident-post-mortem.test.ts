import { describe, expect, it } from "vitest";
import type { Incident } from "@/lib/domain/incidents/incident";
import { incidentTitle } from "@/lib/domain/incidents/title";
import { NOW } from "@/lib/testing/entries";
import { aLostService, aMember, anEndedIncident, anIncident } from "@/lib/testing/incident-builders";
import { incidentTimes } from "./incident-page";
import { type PostMortemInput, postMortemMarkdown } from "./incident-post-mortem";

const MINUTE = 60_000;
const HOSTILE = "a`b|c\n# <script>alert(1)</script> [x](javascript:alert(1)) \u202e";

function inputOf(incident: Incident, change: Partial<PostMortemInput> = {}): PostMortemInput {
  const title = incidentTitle(incident);
  const row = { state: incident.state, stateSince: incident.stateSince, foundAtStart: incident.foundAtStart, title };
  const detail: PostMortemInput["detail"] = {
    ...{ openedAt: incident.openedAt, peakAt: incident.peak.at, first: "shop/vm-1", ends: [], lost: { leastMs: 0, mostMs: 0, asOf: NOW, bad: 2 } },
    ...{ groups: [{ namespace: "shop", name: "checkout", machines: 2, failed: 2, lost: 0, unverified: 0 }], moreGroups: 0 },
    ...{ services: incident.services, moreServices: 0, traits: [], changes: [], moreChanges: 0, lastChange: null, mayRollBack: false },
    ...{ istiod: { answer: "no-evidence", compared: [], unverified: 0 }, istiodNamespace: "istio-system", compare: null, appended: incident.appended },
  };
  const machines = incident.members.map(({ machine: { namespace, name, group }, spans, message, cause, left }) => {
    return { namespace, name, group, condition: spans.at(-1)?.condition ?? "waiting", failedAt: spans[0]?.from ?? 0, message, cause, left };
  });
  return {
    ...{ key: "q7fd", version: "0.2.0", writtenAt: NOW + 10 * MINUTE, asOf: NOW + 10 * MINUTE, isSimulated: false, isPartial: false, title },
    ...{ times: incidentTimes(row, detail), detail, machines, moreMachines: 0, frozen: null, earlier: { cases: [], since: null }, mostEarlier: 10 },
    ...{ notes: { visibility: "visible", notes: [] }, link: "https://stolos.test/incidents/q7fd?at=2026-08-12T04:16:12Z" },
    ...change,
  };
}

const sectionOf = (text: string, heading: string) => text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";

describe("a post-mortem", () => {
  it("of an open incident has its version, times with evidence, numbers, machines and link", () => {
    const text = postMortemMarkdown(inputOf(anIncident({ services: [aLostService("radius", NOW + 1_000)] }), { isSimulated: true, isPartial: true }));
    expect(text).toMatch(/^# Post-mortem of incident q7fd\n\n\*\*Zone eu-1: 2 failed/);
    for (const part of [
      "Written by Stolos 0.2.0 at 2026-",
      "Simulated:",
      "outside the view of the user",
      "<https://stolos.test/incidents/q7fd?at=2026-08-12T04:16:12Z>",
    ])
      expect(text).toContain(part);
    const events = sectionOf(text, "Times")
      .split("\n")
      .flatMap((line) => /UTC \| ([^|]+) \|/.exec(line)?.[1] ?? []);
    expect(events).toEqual(["First failure", "Peak", "Opened", "Last endpoint lost"]);
    expect(sectionOf(text, "Times")).toContain("| First failure | `shop/vm-1`, `HTTP probe failed` |");
    expect(sectionOf(text, "Machines")).toContain("| `shop/vm-1` | `checkout` | ");
    expect(sectionOf(text, "Numbers")).toContain("20 machine-minutes lost.");
    expect(sectionOf(text, "Services")).toContain("no healthy endpoint since");
  });

  it("of an incident that is over has its end, the version of its numbers, and later evidence", () => {
    const ended = anEndedIncident(anIncident({ appended: [{ at: NOW + 9 * MINUTE, what: "vm-1 lost swept" }] }), NOW + MINUTE);
    const text = postMortemMarkdown(inputOf(ended, { frozen: { version: 1, at: NOW + 6 * MINUTE } }));
    expect(text).toContain("Version 1 of its numbers");
    expect(sectionOf(text, "Times")).toMatch(/\| Over \|[^|]*\|\n.*\| Added after the end \| vm-1: lost, swept by istiod/);
    expect(sectionOf(text, "Machines")).toContain("Serving again");
  });

  it("has the changes before it in order of time, with the advice", () => {
    const change = { kind: "WorkloadGroup", namespace: "shop", name: "checkout", what: "labels", seenAt: NOW - 18_000, ownAt: null, version: null };
    const input = inputOf(anIncident());
    const text = postMortemMarkdown({ ...input, detail: { ...input.detail, changes: [change], mayRollBack: true } });
    expect(sectionOf(text, "Times")).toMatch(/\| Change \| `WorkloadGroup shop\/checkout` changed labels .*18 s before \|\n.*First failure/);
    expect(sectionOf(text, "What next")).toContain("Consider a rollback of WorkloadGroup shop/checkout.");
  });

  it.each([
    ["hidden", "Notes need the right to list entries in every namespace"],
    ["absent", "No notes yet."],
    ["visible", "ann, 2026-"],
  ] as const)("has the notes if they are visible to the viewer: %s", (visibility, part) => {
    const notes = visibility === "visible" ? [{ who: "ann", at: NOW, editedAt: NOW + 1, editedBy: "bob", note: "two\nlines" }] : [];
    const text = sectionOf(postMortemMarkdown(inputOf(anIncident(), { notes: { visibility, notes } })), "Notes");
    expect(text).toContain(part);
    expect(text.includes("> two\n> lines")).toBe(visibility === "visible");
  });

  it("contains names, probe errors and notes of strangers as text", () => {
    const { machine, ...rest } = aMember(1);
    const hostile = { ...rest, message: HOSTILE, machine: { ...machine, name: HOSTILE, group: HOSTILE } };
    const lost = aLostService("x");
    const service = { ...lost, service: { ...lost.service, host: HOSTILE, name: HOSTILE } };
    const input = inputOf(anIncident({ members: [hostile], services: [service], cause: { kind: "machine", traits: [], group: null } }));
    const notes = { visibility: "visible", notes: [{ who: HOSTILE, at: NOW, editedAt: NOW, editedBy: HOSTILE, note: HOSTILE }] } as const;
    const change = { kind: "WorkloadGroup", namespace: "shop", name: HOSTILE, what: HOSTILE, seenAt: NOW - 18_000, ownAt: null, version: HOSTILE };
    const edit = { fields: [{ field: HOSTILE, from: HOSTILE, to: HOSTILE }], more: 0, by: HOSTILE };
    const detail = {
      ...input.detail,
      changes: [{ ...change, edit }],
      mayRollBack: true,
      first: HOSTILE,
      groups: [{ namespace: "shop", name: HOSTILE, machines: 1, failed: 1, lost: 0, unverified: 0 }],
    };
    const text = postMortemMarkdown({ ...input, notes, detail });
    const bare = text.replace(/`[^`\n]*`/g, "");
    expect(bare).not.toMatch(/(?<!\\)<script|(?<!\\)\[x|\u202e/);
    expect(text.split("\n").filter((line) => /^# /.test(line))).toHaveLength(1);
    // No name adds a cell to its row: each table has rows of one length.
    for (const table of text.split("\n\n").filter((part) => part.startsWith("|"))) {
      const cells = table.split("\n").map((line) => line.replaceAll("\\\\", "").replaceAll("\\|", "").split("|").length);
      expect(new Set(cells).size).toBe(1);
    }
  });
});
