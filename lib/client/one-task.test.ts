import { expect, it } from "vitest";
import { inOneTask } from "./one-task";

it("passes on the messages of one task together, in their order, and those of the next task apart", async () => {
  const sent: (readonly string[])[] = [];
  const send = inOneTask<string>((messages) => sent.push(messages));
  send("a");
  send("b");
  expect(sent).toEqual([]);
  await Promise.resolve();
  send("c");
  await Promise.resolve();
  expect(sent).toEqual([["a", "b"], ["c"]]);
});
