import type { FakeKubeApi } from "@/lib/testing/fake-kube-api";
import type { SeededRandom } from "./seeded-random";

/** Something that claims to know what an API server holds. */
export interface Contender {
  /** What differs from the server now, in words; null = nothing. */
  difference(): string | null;
  /** One thing goes wrong on its own side; answers with its name, or null where it has no such side. */
  disturb(random: SeededRandom): string | null;
  /** No more faults on its own side. */
  heal(): void;
  stop(): Promise<void>;
}

export type StartContender = (api: FakeKubeApi, random: SeededRandom) => Promise<Contender>;
