import { describe, expect, it } from "vitest";
import { EntryRow } from "@/lib/contract/views/entry-row";
import { DERIVED_FIELDS, ENTRY_FIELD_NAMES, entryFieldNamed } from "@/lib/domain/entry/entry-fields";
import { aLoss } from "@/lib/testing/history-answers";
import { anEntryRow } from "@/lib/testing/rows";
import { ENTRY_COLUMNS, LOSS_COLUMNS } from "./export-columns";

/** What of a row no column of the file tells, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  id: "Its cluster and its uid have columns of their own.",
  connectionWhy: "A code that pages put into words, within the connection that the file tells.",
  sinceNotBefore: "A file tells since when at least, and whether more is known.",
  deadline: "What time alone will change is for a page that stands open.",
  ending: "Only of a machine that is gone: columns of their own.",
};

/** A value that no row of the builder has. */
const OTHER: Readonly<Record<string, unknown>> = { string: "another value", number: 1_234_567, boolean: false, object: 7_654_321, undefined: {} };

function cellsWith(change: Partial<Record<string, unknown>>): readonly unknown[] {
  const row = { ...anEntryRow(), ...change };
  return ENTRY_COLUMNS.map(([, cell]) => cell(row));
}

describe("a file of machines", () => {
  it.each(Object.keys(EntryRow.shape))("tells the field %s of a row, or is left out for a reason", (key) => {
    const before = Reflect.get(anEntryRow(), key);
    const other = typeof before === "boolean" ? !before : OTHER[typeof before];
    const isTold = JSON.stringify(cellsWith({ [key]: other })) !== JSON.stringify(cellsWith({}));
    expect([key, isTold]).toEqual([key, !(key in LEFT_OUT)]);
  });

  it("tells every field of an entry that lists show", () => {
    const shown = [...ENTRY_FIELD_NAMES.map(entryFieldNamed), ...Object.values(DERIVED_FIELDS)].flatMap((field) =>
      "row" in field && field.row !== undefined ? [field.row] : [],
    );
    expect(shown.length).toBeGreaterThan(10);
    expect(shown.filter((key) => key in LEFT_OUT || !(key in EntryRow.shape))).toEqual([]);
  });
});

describe("a file of losses", () => {
  it.each([
    ["planned", true],
    ["drained", true],
    // A user or a tool deleted an entry that istiod does not write. A deletion shows no plan.
    ["deleted", false],
    ["left", false],
  ])("calls the end %s planned: %s", (cause, isPlanned) => {
    const planned = LOSS_COLUMNS.find(([heading]) => heading === "planned");
    expect(planned?.[1](aLoss({ cause, planned: cause !== "left" }))).toBe(isPlanned);
  });
});
