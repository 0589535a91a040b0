import { expect, it } from "vitest";
import { machinesHref } from "./place-links";

const everywhere = { clusters: [], namespaces: [] };

it.each([
  [{ level: "region", region: "eu", zone: "", subzone: "" }, "region:eu"],
  [{ level: "zone", region: "eu", zone: "a", subzone: "" }, "region:eu zone:a"],
  [{ level: "zone", region: "eu", zone: "", subzone: "" }, "region:eu zone:none"],
  [{ level: "subzone", region: "eu", zone: "a", subzone: "r1" }, "region:eu zone:a topology.istio.io/subzone=r1"],
  [{ level: "subzone", region: "eu", zone: "a", subzone: "" }, "region:eu zone:a !topology.istio.io/subzone=*"],
  [{ level: "nowhere", region: "", zone: "", subzone: "" }, "region:none zone:none"],
] as const)("the machines of %j are listed by %j", (place, filter) => {
  expect(new URLSearchParams(machinesHref(place, everywhere)?.split("?")[1]).get("q")).toBe(filter);
});

it("keeps the choice of clusters and namespaces, and asks for a state", () => {
  const href = machinesHref({ level: "zone", region: "eu", zone: "a", subzone: "" }, { clusters: ["c"], namespaces: ["shop"] }, ["unhealthy", "no-endpoint"]);
  expect(Object.fromEntries(new URLSearchParams(href?.split("?")[1]))).toEqual({
    cluster: "c",
    ns: "shop",
    q: "region:eu zone:a state:unhealthy state:no-endpoint",
  });
});

it("Pods whose place is not visible are in no list of machines", () => {
  expect(machinesHref({ level: "unseen", region: "", zone: "", subzone: "" }, everywhere)).toBeNull();
});
