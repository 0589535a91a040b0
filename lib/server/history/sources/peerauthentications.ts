import { readPeerAuthentication } from "@/lib/domain/history/read-parsed";
import { recordedParsed } from "@/lib/server/history/recorded-parsed";

export const peerAuthentications = recordedParsed("peerauthentications", "peerauthentication", readPeerAuthentication);
