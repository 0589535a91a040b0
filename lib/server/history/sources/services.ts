import { recordedSelecting } from "@/lib/server/history/recorded-selecting";

export const services = recordedSelecting("services", "service");
