import { expect, it } from "vitest";
import { newMachinesWords, unreadGroupWords } from "./new-machines-words";

it.each([
  [
    { stand: "not-taken", because: "label app is web, the selector wants store", ports: [] },
    [["warn", "It does not take the machines of the new group: label app is web, the selector wants store."]],
  ],
  [
    { stand: "silent", because: "it is being drained (its label says yes)", ports: [] },
    [["warn", "It takes the machines of the new group, and sends them no calls: it is being drained (its label says yes)."]],
  ],
  [
    {
      stand: "answers",
      because: "",
      ports: [
        { name: "http", number: 80, port: 8080, because: "targetPort 8080" },
        { name: "", number: 90, port: null, because: "targetPort names admin, and the machine has no port of that name: it is no endpoint of this port" },
      ],
    },
    [
      [
        "plain",
        "It takes the machines of the new group once they register, and sends them calls once they report healthy, or at once where nothing checks them.",
      ],
      ["plain", "Calls to port 80 (http) go to port 8080 of each machine (targetPort 8080)."],
      ["warn", "Calls to port 90 reach none of them: targetPort names admin, and the machine has no port of that name: it is no endpoint of this port."],
    ],
  ],
] as const)("%j is told", (standing, lines) => {
  expect(newMachinesWords(standing).map(({ tone, text }) => [tone, text])).toEqual(lines);
});

it("a description that cannot be read leaves it open", () => {
  expect(unreadGroupWords("spec has to be an object")).toBe(
    "The description of the group cannot be read, so whether its machines are taken is not known. Spec has to be an object.",
  );
});
