import { expect, it } from "vitest";
import { servicesAfterLoss, simulatedLoss } from "./what-if";

const SIZE = {
  ...{ machines: 9, pods: 2, knowsPods: true, inline: 0, withReplica: 3, reconnecting: 1, replicasLost: ["istiod-1"], replicasLeft: 1, replicasVisible: true },
  ...{ gatewaysLost: 1, gateways: 2 },
};

it("simulatedLoss has the lost replicas only if Pods of istiod are visible", () => {
  expect(simulatedLoss(SIZE)).toMatchObject({ kind: "gone", machines: 9, withReplica: 3, replicas: ["istiod-1"], replicasLeft: 1 });
  expect(simulatedLoss({ ...SIZE, replicasVisible: false })).toMatchObject({ replicas: null, replicasLeft: null });
});

it("servicesAfterLoss adds up the services that a loss would not affect noticeably", () => {
  const services = { total: 10, nobody: 1, overloaded: 2, full: 0, unknown: 1, carries: 3, whole: 2, idle: 1 };
  expect(servicesAfterLoss(services)).toEqual({ kind: "services-after-loss", ...services, calm: 5 });
});
