import { readVirtualService } from "@/lib/domain/history/read-parsed";
import { recordedParsed } from "@/lib/server/history/recorded-parsed";

export const virtualServices = recordedParsed("virtualservices", "virtualservice", readVirtualService);
