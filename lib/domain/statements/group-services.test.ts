import { describe, expect, it } from "vitest";
import { groupServiceStatus } from "./group-services";

const SERVICE = { hosts: ["checkout.shop"], takes: 6, pods: { ready: 0 }, inline: 0, names: 0, addresses: 0 };
const ALL = { taken: 6, serving: 6, inDoubt: 0, aside: 0, notReached: 0, notChecked: 0 };

describe("the status of a service on the page of a group", () => {
  it.each([
    ["down without any endpoint", { machines: { ...ALL, serving: 0 } }, false, "down"],
    ["not known if the pods are not visible and no machine serves", { machines: { ...ALL, serving: 0 }, pods: null }, false, "no-machine"],
    ["degraded if pods are left", { machines: { ...ALL, serving: 0 }, pods: { ready: 2 } }, false, "degraded"],
    ["degraded if callers resolve the host name", { machines: { ...ALL, serving: 0 }, names: 1 }, false, "degraded"],
    ["degraded if a machine does not serve", { machines: { ...ALL, serving: 5 } }, false, "degraded"],
    ["degraded if a healthy machine is not sent to callers", { machines: { ...ALL, serving: 5, notReached: 1 } }, false, "degraded"],
    ["degraded if a machine of the group is lost", { machines: ALL }, true, "degraded"],
    ["unverified if only unverified machines serve besides healthy ones", { machines: { ...ALL, serving: 4, inDoubt: 2 } }, false, "unverified"],
    ["healthy if the others drain or start", { machines: { ...ALL, serving: 4, aside: 2 } }, false, "healthy"],
    ["not checked if no probe checks its machines", { machines: { ...ALL, notChecked: 6 } }, false, "not-checked"],
    ["healthy with all machines", { machines: ALL }, false, "healthy"],
    ["not visible without the right to list entries", { machines: null }, false, "not-visible"],
  ] as const)("is %s", (_, change, isMissing, status) => {
    expect(groupServiceStatus({ ...SERVICE, ...change }, isMissing)).toBe(status);
  });
});
