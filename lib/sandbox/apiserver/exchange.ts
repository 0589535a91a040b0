import type { IncomingMessage, ServerResponse } from "node:http";
import type { Webhook } from "./admission";
import type { User } from "./authn";
import type { Registry } from "./registry";
import type { RequestInfo } from "./request-info";
import type { ResourceType } from "./resource-type";
import type { Storage } from "./storage";
import type { TokenIssuer } from "./token-issuer";
import type { TrustedIssuer } from "./trusted-issuer";

/** What the whole server shares. */
export interface Cluster {
  readonly storage: Storage;
  readonly registry: Registry;
  readonly clock: () => number;
  readonly bookmarkIntervalMs: number;
  readonly webhook: Webhook | null;
  readonly issuer: TokenIssuer;
  /** The longest life of a token that is asked for; null = as long as was asked. */
  readonly maxTokenSeconds: number | null;
  /** A provider whose ID tokens are taken, too; null = none. */
  readonly trusted: TrustedIssuer | null;
}

/** One authenticated and authorized request for a resource that is served. */
export interface Exchange {
  readonly cluster: Cluster;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  readonly user: User;
  readonly info: RequestInfo;
  readonly type: ResourceType;
}
