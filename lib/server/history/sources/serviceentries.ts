import { recordedSelecting } from "@/lib/server/history/recorded-selecting";

export const serviceEntries = recordedSelecting("serviceentries", "serviceentry");
