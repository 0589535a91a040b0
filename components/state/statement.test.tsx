import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Sentence, statementAttributes } from "./statement";

test.each([
  [
    { kind: "fleet-serving", serving: 905, total: 924 },
    { "data-statement": "fleet-serving", "data-serving": "905", "data-total": "924" },
  ],
  [
    { kind: "group", worstGroup: "checkout" },
    { "data-statement": "group", "data-worst-group": "checkout" },
  ],
  [
    { kind: "services", without: ["a.example", "b.example"] },
    { "data-statement": "services", "data-without": "a.example b.example" },
  ],
  [
    { kind: "entry", notSent: { code: "port-lost", by: "name" } },
    { "data-statement": "entry", "data-not-sent": "port-lost" },
  ],
  [
    { kind: "entry", since: null, past: false },
    { "data-statement": "entry", "data-past": "false" },
  ],
])("returns the kind and every known value of %j", (statement, attributes) => {
  expect(statementAttributes(statement)).toEqual(attributes);
});

test("renders the text with the values as attributes", () => {
  render(<Sentence of={{ kind: "connections", count: 3 } as { kind: string }}>3 connections</Sentence>);
  expect(screen.getByText("3 connections").dataset).toMatchObject({ statement: "connections", count: "3" });
});
