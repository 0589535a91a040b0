import { describe, expect, it } from "vitest";
import { type ServiceSelectingGroup, servicesWithFewerEndpoints } from "@/lib/domain/statements/group-services";
import { affectedServiceText } from "./affected-services";

const host = (own: Partial<ServiceSelectingGroup> = {}): ServiceSelectingGroup => ({
  ...{ hosts: ["a.example"], takes: 4, machines: { taken: 4, serving: 4, inDoubt: 0, aside: 0 }, pods: { ready: 0 }, ...{ inline: 0, addresses: 0 } },
  ...own,
});
const texts = (services: readonly ServiceSelectingGroup[], isMissing: boolean, past = false) =>
  servicesWithFewerEndpoints(services, isMissing).map((one) => affectedServiceText(one, past));
const none = { taken: 4, serving: 0, inDoubt: 0, aside: 0 };

describe("the services that lose endpoints with a group", () => {
  it.each<[string, ServiceSelectingGroup, boolean, string]>([
    ["leaves out a service whose machines all serve", host(), false, ""],
    [
      "names a service with fewer endpoints than machines that it selects",
      host({ machines: { taken: 4, serving: 3, inDoubt: 0, aside: 0 }, pods: { ready: 2 } }),
      false,
      "a.example keeps 3 machines and 2 pods",
    ],
    ["leaves out a service with one draining machine", host({ machines: { taken: 4, serving: 3, inDoubt: 0, aside: 1 } }), false, ""],
    ["names a service whose machines are all draining", host({ machines: { taken: 4, serving: 0, inDoubt: 0, aside: 4 } }), false, "a.example has no endpoint"],
    ["names a service whose group misses machines", host(), true, "a.example keeps 4 machines"],
    ["names a service without an endpoint", host({ machines: none }), false, "a.example has no endpoint"],
    ["counts pods as endpoints", host({ machines: none, pods: { ready: 1 } }), false, "a.example keeps 0 machines and 1 pod"],
    ["counts addresses of EndpointSlices", host({ machines: none, addresses: 1 }), false, "a.example keeps 0 machines and 1 address"],
    [
      "does not conclude from EndpointSlices that are not visible",
      host({ machines: none, addresses: null }),
      false,
      "a.example has no healthy machine, and its EndpointSlices are not visible to you",
    ],
    ["counts inline endpoints", host({ machines: none, inline: 2 }), false, "a.example keeps 0 machines and 2 inline endpoints"],
    [
      "does not count pods that are not visible",
      host({ machines: none, pods: null }),
      false,
      "a.example has no healthy machine, and its pods are not visible to you",
    ],
    [
      "counts unverified machines apart",
      host({ hosts: ["a", "b", "c"], machines: { taken: 4, serving: 3, inDoubt: 1, aside: 0 }, pods: null }),
      false,
      "a and 2 more hosts keep 3 machines, 1 unverified (pods not visible)",
    ],
    ["leaves out a service whose machines are not visible", host({ machines: null }), true, ""],
    ["leaves out a service that selects none of its machines", host({ takes: 0, machines: none }), false, ""],
  ])("%s", (_claim, one, missing, words) => {
    expect(texts([one], missing)).toEqual(words === "" ? [] : [words]);
  });

  it.each([
    [host({ machines: none }), "a.example had no endpoint"],
    [host({ machines: { taken: 4, serving: 1, inDoubt: 0, aside: 0 } }), "a.example kept 1 machine"],
  ])("uses the past tense if the page is not live: %j", (one, words) => {
    expect(texts([one], false, true)).toEqual([words]);
  });

  it("names the worst two", () => {
    const short = (name: string, serving: number) => host({ hosts: [name], machines: { taken: 9, serving, inDoubt: 0, aside: 0 } });
    const affected = servicesWithFewerEndpoints([short("many", 8), short("few", 1), host({ hosts: ["none"], machines: none })], false);
    expect(affected.map((one) => [affectedServiceText(one, false), one.tone])).toEqual([
      ["none has no endpoint", "bad"],
      ["few keeps 1 machine", null],
      ["1 more service is degraded", null],
    ]);
  });
});
