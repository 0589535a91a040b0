import { beforeEach, expect, it, vi } from "vitest";
import { startReviewServer } from "./review-server";
import { startViewersServer } from "./viewers-server";

beforeEach(() => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  return () => vi.restoreAllMocks();
});

it("whoever comes second sees what his own token shows, not what the first one's does", async () => {
  const api = await startReviewServer();
  const namespaces = ["shop", "media"];
  for (const namespace of namespaces) {
    const rule = { namespace, verbs: ["list", "watch"], groups: ["networking.istio.io"], resources: ["workloadentries"] };
    api.rights.set(`token-of-${namespace}`, { table: { rules: [rule], isComplete: true }, is: "good" });
  }
  // At life's pace it is a minute until anybody looks for new rights.
  const server = await startViewersServer(api.url, namespaces, 1);
  const found = async (namespace: string) => {
    const answer = await fetch(`${server.url}/search`, { headers: { authorization: `Bearer token-of-${namespace}` } });
    return (await answer.text()).match(/vm-\w+/g)?.at(0);
  };
  try {
    expect([await found("shop"), await found("media")]).toEqual(["vm-shop", "vm-media"]);
  } finally {
    await server.close();
    await api.close();
  }
});
