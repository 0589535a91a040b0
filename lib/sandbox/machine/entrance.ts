import { X509Certificate } from "node:crypto";
import type { KubeApi, KubeObject } from "@/lib/sandbox/istiod/kube-api";
import { Refusal } from "@/lib/sandbox/istiod/registration";
import type { ReadBundle } from "./bundle";

/** The cluster id that the simulated istiod has. */
const clusterId = "Kubernetes";

/** What stands between a machine and istiod: gateways, istiod's certificate, and who reviews tokens. */
export interface Mesh {
  /** Reads Services and asks for token reviews. */
  readonly api: Pick<KubeApi, "list" | "create">;
  /** The certificate that istiod shows, in PEM. */
  readonly certificate: string;
}

/** Where istiod's encrypted service is let through. */
const istiodPort = 15012;

/**
 * A machine's way to istiod with what its files say: reach the gateway, check istiod's certificate by the machine's own clock, and be known by
 * the token (docs/istio.md#joining). Gives back the account that the token stands for; throws a `Refusal` in the words of whoever refuses.
 */
export async function enter(mesh: Mesh, bundle: ReadBundle, machineNow: Date): Promise<string> {
  const { istiodHost, istiodAddress, proxy, claimedAccount } = bundle;
  await checkGateway(mesh, istiodHost, istiodAddress);
  checkCertificate(mesh.certificate, bundle, machineNow);
  if (bundle.clusterId !== "" && bundle.clusterId !== clusterId) {
    throw new Refusal(`client claims to be in cluster "${bundle.clusterId}", but we only know about local cluster "${clusterId}" and remote clusters []`);
  }
  const { namespace, account } = await identityOf(mesh, bundle.token);
  if (namespace !== proxy.namespace) throw new Refusal(`no identities (spiffe://cluster.local/ns/${namespace}/sa/${account}) matched ${proxy.namespace}`);
  if (claimedAccount !== "" && claimedAccount !== account) throw new Refusal(`no identities (${namespace}/${account}) matched ${namespace}/${claimedAccount}`);
  return account;
}

async function checkGateway({ api }: Mesh, host: string, address: string): Promise<void> {
  const reached = address === "" ? host : address;
  const known = (await api.list("Service", "")).flatMap(addressesOf);
  if (known.includes(reached)) return;
  if (address === "") throw new Refusal(`dial tcp: lookup ${host}: no such host`);
  throw new Refusal(`dial tcp ${address}:${istiodPort}: i/o timeout`);
}

/** Where a Service lets machines reach istiod from outside. */
function addressesOf({ spec, status }: KubeObject): readonly string[] {
  const { ports = [], externalIPs = [] } = (spec ?? {}) as { ports?: { port?: number }[]; externalIPs?: string[] };
  if (!ports.some(({ port }) => port === istiodPort)) return [];
  const { loadBalancer } = (status ?? {}) as { loadBalancer?: { ingress?: { ip?: string; hostname?: string }[] } };
  return [...(loadBalancer?.ingress ?? []).flatMap(({ ip, hostname }) => [ip, hostname]), ...externalIPs].filter((text) => text !== undefined);
}

function checkCertificate(pem: string, { rootCertificate, istiodHost }: ReadBundle, now: Date): void {
  const certificate = new X509Certificate(pem);
  const said = `tls: failed to verify certificate: x509:`;
  if (!certificate.verify(rootOf(rootCertificate).publicKey)) throw new Refusal(`${said} certificate signed by unknown authority`);
  const [from, to] = [new Date(certificate.validFrom), new Date(certificate.validTo)];
  if (now < from || now > to) throw new Refusal(`${said} certificate has expired or is not yet valid: current time ${now.toISOString()}`);
  if (certificate.checkHost(istiodHost) === undefined) throw new Refusal(`${said} certificate is valid for other names, not ${istiodHost}`);
}

function rootOf(pem: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch (cause) {
    throw new Refusal("root-cert.pem holds no certificate", { cause });
  }
}

async function identityOf({ api }: Mesh, token: string): Promise<{ readonly namespace: string; readonly account: string }> {
  const spec = { token, audiences: ["istio-ca"] };
  const { status = {} } = await api.create({ apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", metadata: { name: "" }, spec });
  const user = status.authenticated === true ? String((status.user as { username?: string } | undefined)?.username ?? "") : "";
  const [, namespace, account] = /^system:serviceaccount:([^:]+):([^:]+)$/.exec(user) ?? [];
  if (namespace === undefined || account === undefined) throw new Refusal("rpc error: code = Unauthenticated desc = authentication failure");
  return { namespace, account };
}
