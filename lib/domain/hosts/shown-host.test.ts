import { describe, expect, it } from "vitest";
import { HOST_STATUSES } from "./host-status";
import { hostTone } from "./shown-host";

const sound = { lacks: null, podsSeen: true } as const;

describe("the tone of a host", () => {
  it("is green for one that everybody serves, live and in sight, and for no other", () => {
    expect(HOST_STATUSES.filter((kind) => hostTone({ ...sound, kind }, { kind: "live" }) === "good")).toEqual(["serves"]);
    expect(hostTone({ ...sound, kind: "serves", podsSeen: false }, { kind: "live" })).toBe("blind");
    expect(hostTone({ ...sound, kind: "serves" }, { kind: "live", notVerified: { source: "istiod-pods", namespace: "*" } })).toBe("blind");
  });

  it.each(["starting", "catching-up", "stale", "denied", "absent", "past"] as const)(
    "is never green while its source is %s, and trouble keeps its colour",
    (kind) => {
      expect(HOST_STATUSES.map((status) => hostTone({ ...sound, kind: status }, { kind }))).not.toContain("good");
      expect(hostTone({ ...sound, kind: "nobody" }, { kind })).toBe("bad");
    },
  );

  it("is a warning where Pods alone are missing", () => {
    expect(hostTone({ kind: "missing", lacks: "pods", podsSeen: true }, { kind: "live" })).toBe("warn");
    expect(hostTone({ kind: "missing", lacks: "both", podsSeen: true }, { kind: "live" })).toBe("bad");
  });
});
