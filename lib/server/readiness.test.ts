import { describe, expect, it } from "vitest";
import { ManualClock } from "@/lib/testing/manual-clock";
import { Readiness } from "./readiness";

type Kind = "live" | "starting" | "catching-up" | "stale" | "denied" | "unauthorized";

/** A process that watches these clusters. Each has the status of the same place, if it is given. */
function started(
  clusters: readonly string[],
  {
    kinds = [] as readonly Kind[],
    problems = 0,
    history = "recording" as "recording" | "paused" | "starting" | "off",
    unchecked = 0,
    provider = null as string | null,
    reason = "",
  } = {},
) {
  const clock = new ManualClock(0);
  const readiness = new Readiness({
    ...{ clusters: () => clusters, clock, problems: () => problems, uncheckedViewers: () => unchecked, providerProblem: () => provider },
    history: () => ({ kind: history, since: 0, reason }),
  });
  const status = (cluster: string, kind: Kind) =>
    readiness.status({ cluster, freshness: kind === "unauthorized" ? { kind: "denied", failure: kind } : { kind } });
  for (const [at, kind] of kinds.entries()) status(clusters[at] ?? "", kind);
  return { clock, readiness, status };
}

describe("a process", () => {
  it("is ready once each cluster has answered or refused, and stays ready", () => {
    const { readiness, status } = started(["eu", "us"]);
    expect(readiness.state).toBe("starting");
    status("eu", "live");
    status("us", "starting");
    expect(readiness.state).toBe("starting");
    status("us", "denied");
    expect(readiness.state).toBe("ready");
    for (const kind of ["stale", "starting", "denied"] as const) status("eu", kind);
    status("late", "starting");
    expect(readiness.state).toBe("ready");
  });

  it("waits ten seconds for a cluster that hangs", () => {
    const { clock, readiness } = started(["eu", "us"], { kinds: ["live"] });
    clock.advance(9_999);
    expect(readiness.state).toBe("starting");
    clock.advance(1);
    expect(readiness.state).toBe("ready");
  });

  it("is ready at once without a cluster", () => {
    expect(started([]).readiness.state).toBe("ready");
  });

  it("is never ready again after it began to stop", () => {
    const { clock, readiness, status } = started(["eu"], { kinds: ["live"] });
    readiness.stop();
    status("eu", "live");
    clock.advance(60_000);
    expect(readiness.state).toBe("stopping");
    expect(clock.timers).toBe(0);
  });
});

describe("the missing parts", () => {
  const TWO = ["eu", "us"];

  it.each([
    ["nothing", TWO, { kinds: ["live", "live"] }, []],
    ["a history that is off, because it was chosen", TWO, { kinds: ["live", "live"], history: "off" }, []],
    ["no cluster", [], { problems: 1 }, [/^no cluster is configured/]],
    ["a context that cannot be used", TWO, { kinds: ["live", "live"], problems: 1 }, [/^a context of the kubeconfig/]],
    ["a cluster at its start", TWO, { kinds: ["live", "starting"] }, [/has not sent all/]],
    ["a cluster that is away, and one that denies", TWO, { kinds: ["stale", "denied"] }, [/is not reached$/, /denies/]],
    ["a cluster that does not accept the credentials", TWO, { kinds: ["live", "unauthorized"] }, [/^a cluster does not accept the credentials/]],
    ["a history that is paused", TWO, { history: "paused" }, [/^the history is paused$/]],
    ["a history that cannot be opened", TWO, { history: "starting", reason: "no access" }, [/^the history cannot be opened: see the log$/]],
    ["a history that starts", TWO, { history: "starting" }, [/^the history has not started/]],
    ["a provider that is away", TWO, { provider: "no answer" }, [/^the sign-in provider cannot be used: see the log$/]],
    ["permissions of viewers", TWO, { unchecked: 3 }, [/^the permissions of some viewers/]],
  ] as const)("are named, without names and numbers: %s", (_what, clusters, parts, lines) => {
    const missing = started(clusters, parts).readiness.missing();
    expect(missing).toEqual(lines.map((line) => expect.stringMatching(line)));
    expect(missing.join("\n")).not.toMatch(/\beu\b|\bus\b|3/);
  });
});
