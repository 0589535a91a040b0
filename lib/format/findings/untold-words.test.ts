import { describe, expect, it } from "vitest";
import { partialClause, untoldClause, untoldSubjectsClause, untoldText } from "./untold-words";

const untold = { cluster: "prod-eu", sources: ["services"], forbidden: [] as string[], namespaces: ["shop"], count: 1, of: 3 };

describe("where a rule cannot tell", () => {
  it.each([
    [untold, "services are not visible in shop"],
    [{ ...untold, namespaces: ["a", "b"], count: 2 }, "services are not visible in a and b"],
    [{ ...untold, namespaces: ["a", "b"], count: 5, of: 9 }, "services are not visible in a, b and 3 more namespaces"],
    [{ ...untold, count: 3 }, "services are not visible"],
    [{ ...untold, sources: ["services", "nodes"], namespaces: [], count: 0, of: 0 }, "services and nodes are not visible"],
    [{ ...untold, forbidden: ["services"] }, "you have no right to read services in shop"],
    [{ ...untold, sources: ["services", "nodes"], forbidden: ["nodes"], count: 3 }, "you have no right to read nodes, and services are not visible"],
  ])("of %o: %s", (one, said) => {
    expect(untoldClause(one, 1)).toBe(said);
  });

  it("names the cluster where there are several", () => {
    expect(untoldClause(untold, 2)).toBe("services are not visible in shop of prod-eu");
  });

  it("says that there may be more, and of whom it cannot be told", () => {
    expect(partialClause(["workloadentries"])).toBe("not all of workloadentries are visible: there may be more");
    expect(untoldSubjectsClause(1, ["machine", "machines"], [])).toBe("it cannot be told of 1 machine, as what it rests on is not known");
    const sources = ["services", "namespaces"];
    expect(untoldSubjectsClause(2, ["machine", "machines"], sources)).toBe(
      "2 machines undecided: services and namespaces could decide, and not all are visible",
    );
  });

  it("joins all that a rule lacks, and is empty if it lacks nothing", () => {
    const words = { subject: ["host", "hosts"], clusters: 1 } as const;
    expect(untoldText({ untold: [untold], untoldSubjects: 1, untoldSources: ["nodes"] }, words)).toBe(
      "services are not visible in shop; 1 host undecided: nodes could decide, and not all are visible",
    );
    expect(untoldText({ untold: [], untoldSubjects: 0, untoldSources: [] }, words)).toBe("");
  });
});
