import type { Adapter, AdapterFactory, AdapterPayload } from "oidc-provider";

/** What a provider remembers, in this process's memory: it outlives the provider's keys. */
export function providerMemory(): AdapterFactory {
  const kept = new Map<string, AdapterPayload>();
  const first = (isIt: (payload: AdapterPayload) => boolean) => [...kept.values()].find(isIt);
  return (name): Adapter => {
    const key = (id: string) => `${name}/${id}`;
    return {
      upsert: async (id, payload) => void kept.set(key(id), payload),
      find: async (id) => kept.get(key(id)),
      findByUid: async (uid) => first((payload) => payload.uid === uid && payload.kind === name),
      findByUserCode: async (userCode) => first((payload) => payload.userCode === userCode),
      destroy: async (id) => void kept.delete(key(id)),
      consume: async (id) => {
        const payload = kept.get(key(id));
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1_000);
      },
      revokeByGrantId: async (grantId) => {
        for (const [at, payload] of kept) if (payload.grantId === grantId) kept.delete(at);
      },
    };
  };
}
