import type { RecordedSource } from "@/lib/server/history/recorded-source";

export const workloadEntries = { recordedBy: "entries", storedAs: "workloadentries" } as const satisfies RecordedSource;
