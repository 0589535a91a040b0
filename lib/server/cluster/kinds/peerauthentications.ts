import { readPeerAuthentication } from "@/lib/domain/history/read-objects";
import type { ObjectWithParsedSpec } from "@/lib/domain/object/kubernetes-object";
import type { PeerAuthentication } from "@/lib/domain/selection/policies";
import type { TableKind } from "@/lib/server/cluster/kind";
import { recordedParsed } from "@/lib/server/cluster/recorded-parsed";
import { parsedParser } from "@/lib/server/kube/parse/flat-object";
import { parsePeerAuthentication } from "@/lib/server/kube/parse/selection/policies";
import { ISTIO_SECURITY_API } from "@/lib/server/kube/resource";
import { IndexedTable } from "@/lib/server/table/indexed-table";

/** PeerAuthentications: they decide if machines accept plain text. */
export const peerAuthentications: TableKind<ObjectWithParsedSpec<PeerAuthentication>> = {
  resource: ISTIO_SECURITY_API,
  place: "namespaces",
  parse: parsedParser("peerauthentications", parsePeerAuthentication),
  table: () => new IndexedTable(),
  recorded: recordedParsed("peerauthentications", "peerauthentication", readPeerAuthentication),
  withoutRight: "mTLS requirements of machines are not known",
};
