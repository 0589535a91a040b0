/** Client TLS to one port of a service: per endpoint by its tlsMode, one mode for all, or plain text (docs/istio.md#client-tls). */
export type ClientTls = "by-endpoint" | "mutual" | "simple" | "plain";

const PORT_CAUSES = ["destination-rule", "external", "auto-mtls-off", "unmarked-endpoint", "peer-authentication"] as const;

/** The setting that decides for all endpoints of a port; `marks` = each endpoint's own. */
export type ClientTlsCause = (typeof PORT_CAUSES)[number] | "marks";

/** TLS of all connections to one port, and the setting behind it. */
export interface PortTls {
  readonly tls: ClientTls;
  readonly because: ClientTlsCause;
}

/** A caller's connection to one endpoint. */
export type SpokenTls = "mutual" | "simple" | "plain";

/** The setting that keeps the mark of mutual TLS from an endpoint. */
export type UnmarkedCause = "label" | "no-account" | "no-sidecar" | "destination-rule" | "peer-authentication";

/** The setting that decides how a caller connects to one endpoint. */
export const TLS_CAUSES = [...PORT_CAUSES, "label", "account", "no-account", "no-sidecar"] as const;
export type TlsCause = (typeof TLS_CAUSES)[number];

/** The setting that closes east-west gateways to an endpoint. */
export const GATEWAY_CLOSINGS = [...PORT_CAUSES, "label", "no-account", "no-sidecar"] as const;
export type GatewayClosed = (typeof GATEWAY_CLOSINGS)[number];

/** A caller's TLS to one endpoint of one port, and whether an east-west gateway passes its calls. */
export interface EndpointTls {
  readonly sends: SpokenTls;
  readonly because: TlsCause;
  /** Null = a gateway routes to it, if its Gateway lists the host name. */
  readonly gatewayClosed: GatewayClosed | null;
}
