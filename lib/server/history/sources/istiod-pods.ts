import type { RecordedSource } from "@/lib/server/history/recorded-source";

/** Stored under the name of their kind, as every version since the first one has it. */
export const istiodPods = { recordedBy: "worlds", storedAs: "pods" } as const satisfies RecordedSource;
