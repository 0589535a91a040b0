import { describe, expect, it } from "vitest";
import { heldPhrase, othersSentence, reconnectingSentence } from "./replicas-of-group";

describe("is it the control plane?", () => {
  it.each([
    [{ lost: 3, lostTotal: 4, troubled: 2, troubledTotal: 2 }, "3 of the 4 lost, 2 of the 2 in trouble"],
    [{ lost: 0, lostTotal: 0, troubled: 1, troubledTotal: 2 }, "1 of the 2 in trouble"],
  ])("a replica held %j", (held, words) => {
    expect(heldPhrase(held)).toBe(words);
  });

  it.each([
    [{ machines: 310, groups: 24, troubled: 0 }, false, "On the same replicas, none of 310 machines of 24 other groups is in trouble."],
    [{ machines: 310, groups: 24, troubled: 4 }, false, "On the same replicas, 4 of 310 machines of 24 other groups are in trouble."],
    [{ machines: 310, groups: 1, troubled: 1 }, true, "On the same replicas, 1 of 310 machines of 1 other group was in trouble."],
    [{ machines: 0, groups: 0, troubled: 0 }, false, "These replicas hold no machine of another group."],
  ])("the others: %j", (others, past, words) => {
    expect(othersSentence(others, past)).toBe(words);
  });

  it.each([
    [{ reconnecting: 1, managed: 802 }, false, "In the whole cluster 1 of 802 machines reconnects now."],
    [{ reconnecting: 40, managed: 802 }, false, "In the whole cluster 40 of 802 machines reconnect now."],
    [{ reconnecting: 0, managed: 1 }, true, "In the whole cluster 0 of 1 machine reconnected."],
  ])("the cluster: %j", (cluster, past, words) => {
    expect(reconnectingSentence(cluster, past)).toBe(words);
  });
});
