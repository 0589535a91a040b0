import { readDestinationRule } from "@/lib/domain/history/read-parsed";
import { recordedParsed } from "@/lib/server/history/recorded-parsed";

export const destinationRules = recordedParsed("destinationrules", "destinationrule", readDestinationRule);
