import { expect, it, vi } from "vitest";
import { problem } from "./kube/problem";
import { Problems } from "./problems";

it("what keeps a context from being watched stays said, what its files say now is said until they can be used", () => {
  const changed = vi.fn();
  const problems = new Problems([problem(null, "none", "", "")], changed);
  const titles = () => problems.all().map(({ context, title }) => `${context} ${title}`);
  problems.turned("eu", problem("eu", "broken", "", ""));
  expect(titles()).toEqual(["null none", "eu broken"]);
  problems.turned("eu", problem("eu", "refused", "", ""));
  problems.turned("us", null);
  expect(titles()).toEqual(["null none", "eu refused"]);
  problems.turned("eu", null);
  expect(titles()).toEqual(["null none"]);
  expect(changed).toHaveBeenCalledTimes(4);
});
