import { describe, expect, it } from "vitest";
import { parseNamespace } from "@/lib/server/kube/parse/namespace";
import { parseNode } from "@/lib/server/kube/parse/node";
import { createMeshPlaces } from "./mesh-places";

const id = (name: string) => ({ uid: name, namespace: "", name, resourceVersion: "1" });
const node = (name: string, labels: object) => parseNode({ metadata: { labels } }, id(name), "c");
const namespace = (name: string, labels: object, annotations: object = {}) => parseNamespace({ metadata: { labels, annotations } }, id(name), "c");
const nodes = (...seen: ReturnType<typeof node>[]) => ({ seen, where: "Nodes" });
const namespaces = (...seen: ReturnType<typeof namespace>[]) => ({ seen, where: "namespaces" });
const ZONE = { "topology.kubernetes.io/region": "eu", "topology.kubernetes.io/zone": "a" };

describe("the places of a mesh", () => {
  it("are those of Nodes and namespaces that say something", () => {
    const places = createMeshPlaces()(
      nodes(node("n1", ZONE), node("n2", {})),
      namespaces(
        namespace("istio-system", { "topology.istio.io/network": "vpc-1" }),
        namespace("shop", {}, { "networking.istio.io/traffic-distribution": "PreferClose" }),
        namespace("silent", {}),
        namespace("canary", { "istio.io/rev": "1-31" }),
        namespace("injected", { "istio-injection": "enabled", "istio.io/rev": "1-31" }),
        namespace("left-out", { "istio-injection": "disabled" }),
        namespace("moved", {}, { "stolos.dev/maintenance": "until=soon" }),
      ),
    );
    expect(places).toEqual({
      nodes: { kind: "known", value: new Map([["n1", "eu/a/"]]), source: "Nodes" },
      namespaces: {
        kind: "known",
        value: new Map([
          ["istio-system", { network: "vpc-1", distribution: null, revision: "" }],
          ["shop", { network: "", distribution: "same-zone", revision: "" }],
          ["canary", { network: "", distribution: null, revision: "1-31" }],
          ["injected", { network: "", distribution: null, revision: "default" }],
          ["moved", { network: "", distribution: null, revision: "", maintenance: "until=soon" }],
        ]),
        source: "namespaces",
      },
    });
  });

  it("are the same object as long as they say the same, so that a heartbeat of a Node is no news", () => {
    const placesOf = createMeshPlaces();
    const first = placesOf(nodes(node("n1", ZONE)), namespaces(namespace("shop", { "topology.istio.io/network": "a" })));
    expect(placesOf(nodes(node("n1", ZONE), node("n2", {})), namespaces(namespace("shop", { "topology.istio.io/network": "a" })))).toBe(first);
    const other = placesOf(nodes(node("n2", ZONE)), namespaces(namespace("shop", { "topology.istio.io/network": "a" })));
    expect([other === first, other.namespaces === first.namespaces]).toEqual([false, true]);
    expect(placesOf(nodes(node("n2", ZONE)), namespaces(namespace("shop", { "topology.istio.io/network": "b" })))).not.toBe(other);
    const announced = (maintenance: string) => namespaces(namespace("shop", {}, { "stolos.dev/maintenance": maintenance }));
    expect(placesOf(nodes(), announced("until=later"))).not.toBe(placesOf(nodes(), announced("until=soon")));
  });

  it("are denied where they may not be read", () => {
    const hidden = { seen: null, why: "no right" } as const;
    expect(createMeshPlaces()(hidden, hidden)).toEqual({ nodes: { kind: "denied", source: "no right" }, namespaces: { kind: "denied", source: "no right" } });
  });
});
