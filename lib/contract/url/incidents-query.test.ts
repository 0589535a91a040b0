import { describe, expect, it } from "vitest";
import { incidentsViewQuery, longRunningIncidentsQuery, mainIncidentsQuery, parseIncidentsQuery } from "./incidents-query";

const read = (search: string) => new URLSearchParams(search);

describe("the query of the list of incidents", () => {
  it("reads the window, and the cursor as a key or a moment", () => {
    expect(parseIncidentsQuery("window=7d&before=q7fd")).toMatchObject({
      ...{ window: { kind: "last", name: "7d" }, before: { kind: "key", key: "q7fd" }, invalid: null },
    });
    const at = Date.parse("2026-11-30T04:16:00Z");
    for (const before of ["2026-11-30T04:16:00Z", String(at), String(at / 1000)])
      expect(parseIncidentsQuery(new URLSearchParams({ before })).before).toEqual({ kind: "moment", at });
    expect(parseIncidentsQuery("before=7777").before).toEqual({ kind: "key", key: "7777" });
  });

  it.each([
    ["window=banana", "window", /15m, 1h/],
    ["before=a%20b", "before", /key of an incident/],
    ["before=99:99", "before", /a moment/],
  ])("names the field of a value that is not valid: %s", (search, field, text) => {
    const { invalid } = parseIncidentsQuery(search);
    expect(invalid?.field).toBe(field);
    expect(invalid?.text).toMatch(text);
  });

  it.each([
    ["q=state:open&sort=age&cols=wide&at=1", "q=state%3Aopen"],
    ["before=q7fd&window=7d&q=zone:a&ns=shop", "ns=shop&q=zone%3Aa&window=7d&before=q7fd"],
    ["window=banana", "window=banana"],
    ["before=&window=", ""],
  ])("has one canonical form: %s", (search, canonical) => {
    expect(incidentsViewQuery(search)).toBe(canonical);
    expect(incidentsViewQuery(canonical)).toBe(canonical);
  });

  it.each([
    ["q=is:longrunning", "q=state%3Along-running"],
    ["q=wg:shop/cart", "q=group%3Ashop%2Fcart"],
    ["q=host:radius", "q=service%3Aradius"],
    ["q=tier:2", "q=tier%3A2"],
  ])("reads %s as %s", (search, canonical) => {
    expect(incidentsViewQuery(search)).toBe(canonical);
  });

  it.each(["state:closed", "tier:5", "severity:error"])("rejects the word %s with its key", (q) => {
    expect(parseIncidentsQuery(new URLSearchParams({ q })).terms).toMatchObject([{ kind: "misread", word: q }]);
  });

  it("lists long-running incidents apart, unless the filter has a state", () => {
    expect(mainIncidentsQuery(read("q=zone:a"))).toBe("q=zone%3Aa+%21state%3Along-running");
    expect(longRunningIncidentsQuery(read("q=zone:a"))).toBe("q=zone%3Aa+state%3Along-running");
    expect(mainIncidentsQuery(read("q=state:over"))).toBe("q=state%3Aover");
    expect(longRunningIncidentsQuery(read("q=state:over"))).toBeNull();
    expect(longRunningIncidentsQuery(read("before=q7fd"))).toBeNull();
  });
});
