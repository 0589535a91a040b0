import { describe, expect, it } from "vitest";
import { parseGateway } from "./gateway";

const metadata = { namespace: "istio-system", name: "cross-network-gateway", uid: "1", resourceVersion: "1", labels: { app: "gw" } };
const of = (spec: unknown) => parseGateway({ apiVersion: "networking.istio.io/v1", kind: "Gateway", metadata, spec });

describe("an Istio Gateway", () => {
  it("has its selector and its servers", () => {
    const servers = [
      { port: { number: 15_443, name: "tls", protocol: "TLS" }, tls: { mode: "AUTO_PASSTHROUGH" }, hosts: ["*.local", "shop/vm.example.com"] },
      { port: { number: 80 }, hosts: ["*"], bind: "10.0.0.1" },
    ];
    expect(of({ selector: { istio: "eastwestgateway" }, servers })).toEqual({
      ...{ namespace: "istio-system", name: "cross-network-gateway", createdAt: null, labels: [["app", "gw"]] },
      selector: [["istio", "eastwestgateway"]],
      servers: [
        { port: 15_443, tlsMode: "AUTO_PASSTHROUGH", hosts: ["*.local", "shop/vm.example.com"], bind: "" },
        { port: 80, tlsMode: "", hosts: ["*"], bind: "10.0.0.1" },
      ],
    });
  });

  it.each([
    ["nothing", {}, []],
    [
      "servers without anything",
      { servers: [{}, null] },
      [
        { port: 0, tlsMode: "", hosts: [], bind: "" },
        { port: 0, tlsMode: "", hosts: [], bind: "" },
      ],
    ],
  ])("of which the spec says %s passes nothing", (_what, spec, servers) => {
    expect(of(spec)).toMatchObject({ servers, selector: [] });
  });

  it.each([[{ servers: "all" }], [{ selector: [] }], ["text"]])("that has another shape is unreadable: %j", (spec) => {
    expect(of(spec)).toEqual({ unreadable: expect.any(String) });
  });
});
