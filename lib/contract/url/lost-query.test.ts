import { describe, expect, it } from "vitest";
import { formatListQuery, parseMachinesQuery } from "./list-query";
import { entriesViewQuery, includesLost, lossWindowOfView, lostMachinesQuery, toggleStateTerms, withoutStatesAndSort } from "./lost-query";

const asked = (q: string) => parseMachinesQuery(new URLSearchParams({ q, sort: "name" }));

describe("lost machines in a list", () => {
  it.each([
    ["zone:a state:vanished", true],
    ["state:unhealthy state:vanished", true],
    ["!state:vanished", false],
    ["vanished", false],
    ["", false],
  ])("lost machines in a list are included by the filter %j: %s", (q, expected) => {
    expect(includesLost(asked(q))).toBe(expected);
    expect(lossWindowOfView(formatListQuery(asked(q))) !== null).toBe(expected);
  });

  it.each([
    ["q=state:vanished", { kind: "last", name: "24h" }],
    ["q=state:vanished&window=7d", { kind: "last", name: "7d" }],
    ["q=state:vanished&window=1000-2000", { kind: "between", from: 1_000_000, to: 2_000_000 }],
    ["q=state:vanished&window=2h", { kind: "last", name: "24h" }],
    ["q=state:healthy&window=7d", null],
  ])("lost machines in a list are those of the window in the query %s, or of 24h without a valid one", (query, expected) => {
    expect(lossWindowOfView(query)).toEqual(expected);
  });

  it("lost machines in a list have their window in the query of the list, unlike other machines", () => {
    expect(entriesViewQuery(asked("state:vanished"), { kind: "last", name: "1h" })).toBe("q=state%3Avanished&sort=name&window=1h");
    expect(entriesViewQuery(asked("state:vanished"), null)).toBe("q=state%3Avanished&sort=name");
    expect(entriesViewQuery(asked("state:healthy"), { kind: "last", name: "1h" })).toBe("q=state%3Ahealthy&sort=name");
  });

  it("lost machines in a list keep the other terms of the filter when its states are removed or replaced", () => {
    const words = ({ terms }: { terms: readonly unknown[] }) => terms.length;
    expect(formatListQuery(withoutStatesAndSort(asked("zone:a state:vanished !state:healthy app=x")))).toBe("q=zone%3Aa+app%3Dx");
    expect(formatListQuery(lostMachinesQuery(asked("zone:a state:healthy")))).toBe("q=zone%3Aa+state%3Avanished");
    expect(words(lostMachinesQuery(asked("")))).toBe(1);
  });

  it.each([
    ["zone:a state:unhealthy", "vanished", "zone:a state:vanished"],
    ["zone:a state:vanished", "vanished", "zone:a"],
    ["state:vanished zone:a", "unhealthy,no-endpoint", "zone:a state:unhealthy,no-endpoint"],
    ["state:overdue", "unhealthy,no-endpoint", "state:overdue,unhealthy,no-endpoint"],
    ["state:overdue state:unhealthy", "unhealthy,no-endpoint", "state:overdue"],
    ["state:disconnected", "unverified,disconnected,unreadable", ""],
    ["!state:healthy", "vanished", "!state:healthy state:vanished"],
  ])("and other states: with the filter %j, a click on %s gives %j", (q, values, expected) => {
    const left = toggleStateTerms(asked(q), values.split(","));
    expect(formatListQuery({ ...asked(""), terms: left, sort: "" })).toBe(formatListQuery({ ...asked(expected), sort: "" }));
  });
});
