import type { EndpointTls, EndpointTlsCause, EndpointTlsMode, GatewayBlocker, PortTlsCause, PortTlsMode } from "@/lib/domain/selection/mutual-tls";
import { listOf } from "./text/lists";
import { sentence } from "./text/sentence";

/** How a caller speaks to a machine, in a word: "mTLS", "plain text"; "" where it is no endpoint. */
export function tlsWord(spoken: EndpointTlsMode | null): string {
  switch (spoken) {
    case "mutual":
      return "mTLS";
    case "simple":
      return "TLS";
    case "plain":
      return "plain text";
    case null:
      return "";
  }
}

/** That the machine's sidecar does not take it so; "" where it does. */
export function tlsRefusal(spoken: EndpointTlsMode | null, isRefused: boolean): string {
  if (!isRefused || spoken === null) return "";
  return spoken === "mutual" ? "its policy takes plain text only (DISABLE)" : "its policy takes mTLS only (STRICT)";
}

/** The setting behind a caller's TLS, as a phrase. */
const CAUSES: Readonly<Record<EndpointTlsCause, string>> = {
  "destination-rule": "a DestinationRule sets the TLS mode",
  external: "the service is MESH_EXTERNAL or has no location",
  "auto-mtls-off": "enableAutoMtls is off",
  "unmarked-endpoint": "an endpoint of the service has no mTLS mark",
  "peer-authentication": "a PeerAuthentication turns mTLS off",
  label: "its label security.istio.io/tlsMode decides",
  account: "it has a service account",
  "no-account": "it has no service account",
  "no-sidecar": "the Pod has no sidecar",
};

export function tlsCausePhrase(cause: EndpointTlsCause): string {
  return CAUSES[cause];
}

/** The reason why no east-west gateway routes to an endpoint, as a sentence; "" = gateways route to it. */
export function gatewayClosedSentence(closed: GatewayBlocker | null): string {
  return closed === null ? "" : `East-west gateways do not route to it: ${CAUSES[closed]}.`;
}

/** The setting behind a caller's TLS to an endpoint, and what gateways do, in at most two sentences. */
export function tlsReason({ because, gatewayClosed }: Pick<EndpointTls, "because" | "gatewayClosed">): string {
  const closed = because === gatewayClosed ? "East-west gateways do not route to it." : gatewayClosedSentence(gatewayClosed);
  return [sentence(CAUSES[because]), closed].filter((part) => part !== "").join(" ");
}

/** The values of a finding about callers' TLS to one machine, over the services that select it. */
type CallersEvidence = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** Callers' TLS to a machine, and the answer of gateways, in sentences; "" where no caller is sent it. */
export function callersSentence(evidence: CallersEvidence): string {
  if (evidence.isTlsKnown === false) return "The TLS of callers is not known: not all policies are visible.";
  const [sends, because, closed] = [words(evidence.sends), words(evidence.because), words(evidence.gatewayClosed)];
  if (sends.length === 0) return "";
  const listed = listOf(sends.map((one) => tlsWord(one as EndpointTlsMode))).replace(" and ", " or ");
  const [cause, ...others] = because.map((one) => CAUSES[one as EndpointTlsCause]);
  const why = sends.length === 1 && others.length === 0 && cause !== undefined ? `: ${cause}` : ", by service and port";
  const gateways = evidence.hasGateways === false ? "" : ` ${gatewaysSentence(closed, evidence.isGatewayOpen === true, because)}`;
  return `Callers send it ${listed}${why}.${gateways}`;
}

function gatewaysSentence(closed: readonly string[], isOpen: boolean, because: readonly string[]): string {
  const [cause, ...others] = closed;
  if (cause === undefined) return "East-west gateways route to it.";
  if (isOpen) return "East-west gateways route to it for some services only.";
  const isSaid = others.length > 0 || (because.length === 1 && because[0] === cause);
  return isSaid ? "East-west gateways do not route to it." : gatewayClosedSentence(cause as GatewayBlocker);
}

function words(value: CallersEvidence[string] | undefined): readonly string[] {
  return Array.isArray(value) ? value : [];
}

interface CallersTls {
  readonly port: number;
  readonly tls: PortTlsMode;
  readonly because: PortTlsCause;
}

/** Callers' TLS to a MESH_EXTERNAL service, as a text behind that word; "" where it is not known, or each endpoint decides. */
export function externalTls(ports: readonly CallersTls[] | null): string {
  const [first, ...others] = ports ?? [];
  if (first === undefined) return "";
  if (others.some(({ tls, because }) => tls !== first.tls || because !== first.because)) return `, callers send ${listOf((ports ?? []).map(portPhrase))}`;
  if (first.tls === "by-endpoint") return "";
  const word = tlsWord(first.tls);
  return first.because === "external"
    ? `, so callers send ${word}`
    : `, callers send ${word}: ${first.because === "marks" ? "all endpoints have the mark" : CAUSES[first.because]}`;
}

function portPhrase({ port, tls }: CallersTls): string {
  return `${tls === "by-endpoint" ? "TLS by endpoint" : tlsWord(tls)} on port ${port}`;
}
