import { describe, expect, it } from "vitest";
import { identityOf } from "./identity";
import { parseWorkloadPod } from "./workload-pod";

const metadata = { uid: "1", namespace: "shop", name: "checkout-1", resourceVersion: "7", creationTimestamp: "2026-01-01T00:00:00Z" };
const parsed = (raw: object) => {
  const identity = identityOf({ metadata });
  if ("missing" in identity) throw new Error(identity.missing);
  return parseWorkloadPod({ metadata, ...raw }, identity, "eu");
};

describe("a Pod beside the machines", () => {
  it("tells what selectors and clients look at, with the ports of native sidecars last", () => {
    const pod = parsed({
      metadata: { ...metadata, labels: { app: "checkout" }, deletionTimestamp: "2026-01-02T00:00:00Z" },
      spec: {
        nodeName: "n1",
        serviceAccountName: "checkout",
        initContainers: [{ restartPolicy: "Always", ports: [{ containerPort: 15_090 }] }, { ports: [{ containerPort: 1 }] }],
        containers: [{ ports: [{ name: "http", containerPort: 8080, protocol: "TCP" }] }, {}],
      },
      status: { podIP: "10.0.0.7", phase: "Running", conditions: [{ type: "Ready", status: "True" }] },
    });
    expect(pod).toMatchObject({
      ...{ cluster: "eu", kind: "pods", uid: "1", namespace: "shop", unreadable: null, labels: [["app", "checkout"]], address: "10.0.0.7", phase: "Running" },
      ...{ ready: true, node: "n1", serviceAccount: "checkout", createdAt: Date.UTC(2026, 0, 1), deletingAt: Date.UTC(2026, 0, 2) },
      ports: [
        { name: "http", port: 8080, protocol: "TCP" },
        { name: "", port: 15_090, protocol: "TCP" },
      ],
    });
  });

  it.each([
    ["nothing", {}, { unreadable: null, ready: false, ports: [], address: "", deletingAt: null }],
    ["containers that are no list", { spec: { containers: {} } }, { unreadable: "spec.containers is an object, not a list", ports: [] }],
    ["a port without a number", { spec: { containers: [{ ports: [{ containerPort: "x" }] }] } }, { ports: [{ name: "", port: 0, protocol: "TCP" }] }],
  ])("is itself where it tells %s", (_claim, raw, expected) => expect(parsed(raw)).toMatchObject(expected));
});
