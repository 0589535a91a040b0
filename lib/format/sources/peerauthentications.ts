import type { WordsOfSource } from "@/lib/format/words-of-source";

export const peerAuthentications: WordsOfSource = {
  listed: "peerauthentications",
  notSeen: "PeerAuthentications were not seen",
  nouns: { peerauthentication: "PeerAuthentication" },
};
