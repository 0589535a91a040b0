import type { RecordedSource } from "@/lib/server/history/recorded-source";

export const workloadGroups = { recordedBy: "groups", storedAs: "workloadgroups" } as const satisfies RecordedSource;
