import { expect, it } from "vitest";
import { evidenceCount, evidenceList, hostPhrase, takenPhrase } from "./evidence";

const facts = { evidence: { hosts: ["a.example.com", "b.example.com"], machines: 3, name: "a" } };

it("shows the first host name and the number of the others", () => {
  expect(hostPhrase({ evidence: { hosts: ["a.example.com"] } })).toBe("a.example.com");
  expect(hostPhrase(facts)).toBe("a.example.com (and 1 more)");
  expect(hostPhrase({ evidence: {} })).toBe("this host");
});

it("returns 0 or an empty list when a value is missing or of another type", () => {
  expect([evidenceCount(facts, "machines"), evidenceCount(facts, "name"), evidenceCount(facts, "none")]).toEqual([3, 0, 0]);
  expect([evidenceList(facts, "hosts"), evidenceList(facts, "name")]).toEqual([["a.example.com", "b.example.com"], []]);
});

it.each([
  [3, 1, "3 machines and 1 Pod"],
  [1, 0, "1 machine"],
  [0, 2, "2 Pods"],
])("describes %i machines and %i Pods as %s", (machines, pods, phrase) => expect(takenPhrase(machines, pods)).toBe(phrase));
