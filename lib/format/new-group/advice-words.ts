import type { Advice, AdviceCode } from "@/lib/domain/new-group/group-advice";
import { addressTargetPhrase } from "@/lib/format/address-target-words";
import { slashedLabelValue } from "@/lib/format/finding-words";
import { weightNote } from "@/lib/format/workload-words";

const WORDS: Readonly<Record<AdviceCode, (values: Advice["values"]) => string>> = {
  "other-namespace": ({ written = "", namespace = "" }) =>
    `The text says namespace "${written}", and this draft is for ${namespace}. Write ${namespace}, or choose ${written} at the first step.`,
  "name-as-label": ({ letters = "" }) =>
    `The name has ${letters} letters. Without a label app, istioctl makes it a label value, which has 63 at most: no machine would register. Add the label app, or shorten the name.`,
  "front-lost": () => "With the address behind it the name is over 253 letters: Istio keeps the end, and the front of the name is lost.",
  "network-name": ({ network = "" }) =>
    `The name of each machine ends with its network. "${network}" cannot be in a name, so no machine would register. Write lower-case letters, digits, dashes and dots.`,
  "machine-label-key": ({ key = "" }) =>
    `"${key}" is no key of a label. The group would be taken, and every machine refused. Write letters, digits, dashes, dots and underscores.`,
  "machine-label-value": ({ key = "", value = "", letters = "", instead = "" }) =>
    instead !== ""
      ? `${slashedLabelValue(value, instead)} With this value, every machine would be refused.`
      : Number(letters) > 63
        ? `The value of ${key} has ${letters} letters, and a label 63 at most. The group would be taken, and every machine refused. Shorten it.`
        : `"${value}" is no value of a label. The group would be taken, and every machine refused. Write letters, digits, dashes, dots and underscores, with a letter or digit at both ends.`,
  "no-account": () =>
    "No service account is named: a token of any account of the namespace may join. Without the label security.istio.io/tlsMode: istio, no gateway routes to the machines. Callers then send plain text, unless a DestinationRule sets TLS. Name one.",
  "address-overwritten": () => "Each machine writes its own address over this one. Leave it out.",
  "zero-is-default": ({ name = "", usual = "" }) => `${name} is 0: Istio takes 0 for its default, ${usual}. Write ${usual}, or what you mean.`,
  "https-certificate": () => "The agent checks the application's certificate: it must be valid for the probed host by the machine's own roots.",
  "address-fault": ({ address = "", target = "" }) =>
    `${address} is ${addressTargetPhrase(target) ?? "no address of a machine"}. Write the machine's own address.`,
  "address-elsewhere": ({ address = "", target = "" }) => `${address} is ${addressTargetPhrase(target) ?? "another place"}. Write the machine's own address.`,
  "weight-zero": () => `${weightNote(0)} A weight cannot stop the traffic.`,
  "locality-dropped": ({ dropped = "" }) => `Istio drops ${dropped}: a locality has three parts. Write region/zone/subzone.`,
  "locality-gap": ({ part = "" }) => `Istio reads this as a place without a ${part}. Write all parts from the region on.`,
  "locality-dots": ({ region = "", meant = "" }) =>
    `Istio reads ${region} as one region: dots split in labels only. Write ${meant}, if these are several parts.`,
  "locality-region-only": ({ region = "", separator = "/" }) =>
    `Istio reads ${region} as a region without a zone. If it is a zone, write REGION${separator}${region}.`,
  "misplaced-key": ({ key = "", reads = "" }) => `Istio does not read ${key} here. Write it in ${reads}.`,
  "size-no-number": () => 'The expected size is a whole number, or a range, in quotes: "12" or "10-60".',
};

/** What is to be known of a place of a group, with the way out. */
export function adviceWords({ code, values }: Pick<Advice, "code" | "values">): string {
  return WORDS[code](values);
}

/** The Service whose cluster IP is written as an address. */
export function clusterIpWords({ address, namespace, name }: { readonly address: string; readonly namespace: string; readonly name: string }): string {
  return `${address} is the cluster IP of Service ${namespace}/${name}: callers reach its endpoints, on its ports only. Write the machine's own address.`;
}
