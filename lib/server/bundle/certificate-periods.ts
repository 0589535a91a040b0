import { X509Certificate } from "node:crypto";
import type { CertificatePeriod } from "@/lib/domain/bundle/credentials";

const BEGIN = "-----BEGIN CERTIFICATE-----";
const END = "-----END CERTIFICATE-----";
/** A mesh has one root certificate, and some more while they are changed. */
const MOST = 100;

/** When each certificate of a PEM text holds; null = one of them cannot be read, or there are more than a mesh has. What stands beside them is left out. */
export function certificatePeriods(pem: string): readonly CertificatePeriod[] | null {
  const blocks = pem.split(BEGIN).slice(1);
  if (blocks.length > MOST) return null;
  const periods = blocks.map(periodOf);
  return periods.every((period) => period !== null) ? periods : null;
}

/** Have two texts a certificate in common? */
export function sharesCertificate(one: string, other: string): boolean {
  const others = new Set(bodiesOf(other));
  return bodiesOf(one).some((body) => others.has(body));
}

function bodiesOf(pem: string): readonly string[] {
  return pem
    .split(BEGIN)
    .slice(1)
    .map((block) => block.slice(0, block.indexOf(END)).replaceAll(/\s/g, ""));
}

function periodOf(block: string): CertificatePeriod | null {
  const end = block.indexOf(END);
  if (end < 0) return null;
  try {
    const { validFrom, validTo } = new X509Certificate(`${BEGIN}${block.slice(0, end)}${END}\n`);
    return { from: Date.parse(validFrom), until: Date.parse(validTo) };
  } catch (error) {
    // Of all that OpenSSL may say only this matters here: it is no certificate.
    if (error instanceof Error && "code" in error) return null;
    throw error;
  }
}
