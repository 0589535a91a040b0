import { expect, it } from "vitest";
import { HEALTH_GATE, REGISTRATION_GROUP } from "./shared-marks";

it("are annotations as istiod spells them", () => {
  expect([HEALTH_GATE, REGISTRATION_GROUP]).toEqual(["proxy.istio.io/health-checks-enabled", "istio.io/autoRegistrationGroup"]);
});
