import { readSidecar } from "@/lib/domain/history/read-parsed";
import { recordedParsed } from "@/lib/server/history/recorded-parsed";

export const sidecars = recordedParsed("sidecars", "sidecar", readSidecar);
