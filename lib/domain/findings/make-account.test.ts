import { expect, it } from "vitest";
import { makeAccount } from "./make-account";

it("is a command where the name can be that of an object", () => {
  expect(makeAccount("shop", "web")).toEqual({ patch: { command: "kubectl create serviceaccount -n shop web" } });
});

it.each(["Web", "web; reboot", "$(reboot)", "-f", " web"])("is none for %j", (name) => {
  expect(makeAccount("shop", name)).toEqual({});
});
