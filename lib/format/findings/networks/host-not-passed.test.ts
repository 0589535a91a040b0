import { expect, it } from "vitest";
import { hostNotPassed } from "./host-not-passed";

const behind = { hosts: ["a.example.com"], machines: 2, networks: ["vpc-1"] };

it.each([
  [["*.local"], "a.example.com has 2 machines behind gateways of vpc-1, and Gateways pass *.local only."],
  [[], "a.example.com has 2 machines behind gateways of vpc-1, and no Gateway passes any host."],
])("says what is passed: %j", (passed, sentence) => expect(hostNotPassed.found({ objects: [], evidence: { ...behind, passed } })).toBe(sentence));
