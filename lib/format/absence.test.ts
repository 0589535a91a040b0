import { describe, expect, it } from "vitest";
import { absenceReason } from "./absence";

describe("why an object cannot be shown", () => {
  it.each([
    ["names a cluster that is not shown, and those that are", "stage", ["prod"], true, 'There is no cluster "stage" here, only prod'],
    ["says so where there is none at all", "stage", [], false, "No cluster is shown here"],
    ["does not claim absence while nobody can look", "prod", ["prod"], false, "The cluster is not live, so this cannot be told"],
    ["cannot tell absence from being out of sight", "prod", ["prod"], true, "It does not exist, or it is not visible to you"],
  ] as const)("%s", (_, cluster, clusters, live, words) => {
    expect(absenceReason(cluster, clusters, live)).toBe(words);
  });
});
