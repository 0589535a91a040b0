import { expect, it } from "vitest";
import { type ConnectionCounts, machinesConnected } from "./control-plane";

const cluster = (change: Partial<ConnectionCounts> = {}): ConnectionCounts => ({
  ...{ managed: 10, held: 8, ghosts: 1, leaked: 0, disconnected: 1 },
  replicas: { kind: "known", running: 2 },
  ...change,
});

it("machinesConnected adds up the machines and the replicas of all clusters", () => {
  expect(machinesConnected([cluster(), cluster({ leaked: 3 })])).toEqual({
    kind: "machines-connected",
    ...{ connected: 16, managed: 20, disconnected: 2, unverified: 5, replicas: 4 },
  });
});

it("machinesConnected has null replicas if Pods are not visible in one cluster", () => {
  expect(machinesConnected([cluster(), cluster({ replicas: { kind: "denied", running: 0 } })]).replicas).toBeNull();
});
