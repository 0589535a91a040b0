import { readAuthorizationPolicy } from "@/lib/domain/history/read-parsed";
import { recordedParsed } from "@/lib/server/history/recorded-parsed";

export const authorizationPolicies = recordedParsed("authorizationpolicies", "authorizationpolicy", readAuthorizationPolicy);
