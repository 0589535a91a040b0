import { expect, it } from "vitest";
import { kindsPhrase } from "./kind-counts";

it.each([
  [{ machines: 28, pods: 0, inline: 0 }, "28 machines", "28 machines"],
  [{ machines: 4, pods: 1, inline: 0 }, "4 machines and 1 pod", "5 endpoints"],
  [{ machines: 1, pods: 1, inline: 2 }, "1 machine, 1 pod and 2 inline endpoints", "4 endpoints"],
  [{ machines: 0, pods: 0, inline: 0, names: 1 }, "1 name", "1 name"],
  [{ machines: 0, pods: 0, inline: 0, addresses: 3 }, "3 addresses", "3 addresses"],
  [{ machines: 0, pods: 1, inline: 0, addresses: 1 }, "1 pod and 1 address", "2 endpoints"],
  [{ machines: 0, pods: 0, inline: 0 }, "nobody", "nobody"],
])("%o are %s", (counts, words, short) => {
  const all = { names: 0, addresses: 0, ...counts };
  expect([kindsPhrase(all), kindsPhrase(all, true)]).toEqual([words, short]);
});
