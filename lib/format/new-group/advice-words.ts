import type { Advice, AdviceCode } from "@/lib/domain/new-group/group-advice";

const WORDS: Readonly<Record<AdviceCode, (values: Advice["values"]) => string>> = {
  "other-namespace": ({ written = "", namespace = "" }) =>
    `The text says namespace "${written}", and this draft is for ${namespace}. Write ${namespace}, or choose ${written} at the first step.`,
  "name-as-label": ({ letters = "" }) =>
    `The name has ${letters} letters. Without a label app, istioctl makes it a label value, which has 63 at most: no machine would register. Add the label app, or shorten the name.`,
  "front-lost": () => "With the address behind it the name is over 253 letters: Istio keeps the end, and the front of the name is lost.",
  "network-name": ({ network = "" }) =>
    `"${network}" becomes part of the machine's name, which takes small letters, digits, dashes and dots only: no machine would register. Rename the network.`,
  "machine-label-key": ({ key = "" }) =>
    `"${key}" is no key of a label. The group would be taken, and every machine refused. Write letters, digits, dashes, dots and underscores.`,
  "machine-label-value": ({ key = "", value = "", letters = "" }) =>
    Number(letters) > 63
      ? `The value of ${key} has ${letters} letters, and a label 63 at most. The group would be taken, and every machine refused. Shorten it.`
      : `"${value}" is no value of a label. The group would be taken, and every machine refused. Write letters, digits, dashes, dots and underscores, with a letter or digit at both ends.`,
  "no-account": () =>
    "No service account is named: a token of any account of the namespace may join. Without the label security.istio.io/tlsMode: istio, no gateway routes to the machines. Callers then send plain text, unless a DestinationRule sets TLS. Name one.",
  "address-overwritten": () => "Each machine writes its own address over this one. Leave it out.",
  "zero-is-default": ({ name = "", usual = "" }) => `${name} is 0: Istio takes 0 for its default, ${usual}. Write ${usual}, or what you mean.`,
  "https-certificate": () => "The agent checks the application's certificate: it must be valid for the probed host by the machine's own roots.",
  "size-no-number": () => 'The expected size is a whole number of at most six digits, in quotes: "12".',
};

/** What is to be known of a place of a group, with the way out. */
export function adviceWords({ code, values }: Pick<Advice, "code" | "values">): string {
  return WORDS[code](values);
}
