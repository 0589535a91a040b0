import "reflect-metadata";
import { webcrypto } from "node:crypto";
import * as x509 from "@peculiar/x509";

x509.cryptoProvider.set(webcrypto as Crypto);
const ALGORITHM = { name: "ECDSA", namedCurve: "P-256" };

/** A key and a certificate for a host that nobody but itself has signed, as PEM. */
export async function certificate(host: string, notAfter: Date): Promise<{ key: string; cert: string }> {
  const keys = await webcrypto.subtle.generateKey({ ...ALGORITHM, hash: "SHA-256" }, true, ["sign", "verify"]);
  const cert = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: "01",
    name: "CN=kube",
    notBefore: new Date("2020-01-01"),
    notAfter,
    signingAlgorithm: { name: "ECDSA", hash: "SHA-256" },
    keys: keys as CryptoKeyPair,
    extensions: [new x509.SubjectAlternativeNameExtension([{ type: host === "127.0.0.1" ? "ip" : "dns", value: host }])],
  });
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64");
  return { key: `-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----\n`, cert: cert.toString("pem") };
}
