import { describe, expect, it } from "vitest";
import { partialClause, untoldClause, untoldSubjectsClause } from "./untold-words";

const untold = { cluster: "prod-eu", sources: ["services"], namespaces: ["shop"], count: 1, of: 3 };

describe("where a rule cannot tell", () => {
  it.each([
    [untold, "services are not visible in shop"],
    [{ ...untold, namespaces: ["a", "b"], count: 2 }, "services are not visible in a and b"],
    [{ ...untold, namespaces: ["a", "b"], count: 5, of: 9 }, "services are not visible in a, b and 3 more namespaces"],
    [{ ...untold, count: 3 }, "services are not visible"],
    [{ ...untold, sources: ["services", "nodes"], namespaces: [], count: 0, of: 0 }, "services and nodes are not visible"],
  ])("of %o: %s", (one, said) => {
    expect(untoldClause(one, 1)).toBe(said);
  });

  it("names the cluster where there are several", () => {
    expect(untoldClause(untold, 2)).toBe("services are not visible in shop of prod-eu");
  });

  it("says that there may be more, and of whom it cannot be told", () => {
    expect(partialClause(["workloadentries"])).toBe("not all of workloadentries are visible: there may be more");
    expect(untoldSubjectsClause(1, ["machine", "machines"])).toBe("it cannot be told of 1 machine, as what it rests on is not known");
  });
});
