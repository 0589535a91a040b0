import "reflect-metadata";
import { webcrypto } from "node:crypto";
import {
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type JsonGeneralNames,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from "@peculiar/x509";

export interface KeyPairPem {
  readonly certificate: string;
  readonly key: string;
}

/** A certificate authority made at start: its own certificate, the server's, and client certificates on demand. */
export interface Authority {
  readonly caPem: string;
  readonly server: KeyPairPem;
  /** Makes a client certificate: common name is the user, organisations are the groups. */
  issueClient(user: string, groups: readonly string[]): Promise<KeyPairPem>;
}

type KeyPair = webcrypto.CryptoKeyPair;
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const yearMs = 365 * 24 * 3_600_000;

/** Makes an authority whose certificates are valid from an hour before `nowMs` for a year. */
export async function createAuthority(nowMs: number, hosts: readonly string[]): Promise<Authority> {
  cryptoProvider.set(webcrypto as Crypto);
  const validity = { notBefore: new Date(nowMs - 3_600_000), notAfter: new Date(nowMs + yearMs) };
  const keys = await makeKeys();
  const ca = await X509CertificateGenerator.createSelfSigned({
    serialNumber: "01",
    name: "CN=sandbox-ca",
    ...validity,
    signingAlgorithm: algorithm,
    keys: keys as CryptoKeyPair,
    extensions: [new BasicConstraintsExtension(true, 1, true), new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true)],
  });
  let serial = 1;
  const issue = async (subject: Subject, usage: ExtendedKeyUsage, names: JsonGeneralNames): Promise<KeyPairPem> => {
    serial += 1;
    return issueLeaf({ ca, caKeys: keys, validity, serial, subject, usage, names });
  };
  return {
    caPem: ca.toString("pem"),
    server: await issue([{ CN: ["sandbox"] }], ExtendedKeyUsage.serverAuth, hosts.map(alternativeName)),
    issueClient: (user, groups) => issue([{ CN: [user] }, ...groups.map((name) => ({ O: [name] }))], ExtendedKeyUsage.clientAuth, []),
  };
}

type Subject = Array<Record<string, string[]>>;

interface LeafRequest {
  readonly ca: X509Certificate;
  readonly caKeys: KeyPair;
  readonly validity: { notBefore: Date; notAfter: Date };
  readonly serial: number;
  readonly subject: Subject;
  readonly usage: ExtendedKeyUsage;
  readonly names: JsonGeneralNames;
}

async function issueLeaf(request: LeafRequest): Promise<KeyPairPem> {
  const keys = await makeKeys();
  const certificate = await X509CertificateGenerator.create({
    serialNumber: request.serial.toString(16).padStart(2, "0"),
    subject: request.subject,
    issuer: request.ca.subject,
    ...request.validity,
    signingAlgorithm: algorithm,
    publicKey: keys.publicKey as CryptoKey,
    signingKey: request.caKeys.privateKey as CryptoKey,
    extensions: [
      new BasicConstraintsExtension(false),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([request.usage]),
      ...(request.names.length > 0 ? [new SubjectAlternativeNameExtension(request.names)] : []),
    ],
  });
  return { certificate: certificate.toString("pem"), key: await privateKeyPem(keys) };
}

async function makeKeys(): Promise<KeyPair> {
  return webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
}

async function privateKeyPem(keys: KeyPair): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey));
  const lines = der.toString("base64").match(/.{1,64}/g) ?? [];
  return `-----BEGIN PRIVATE KEY-----\n${lines.join("\n")}\n-----END PRIVATE KEY-----\n`;
}

function alternativeName(host: string): JsonGeneralNames[number] {
  return /^[\d.]+$|:/.test(host) ? { type: "ip", value: host } : { type: "dns", value: host };
}
