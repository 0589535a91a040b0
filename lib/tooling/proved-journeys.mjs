/** The journeys of which `npm test` plays a part: each proof of `npm run prove` with the parts of paths by which its journeys are found. */
export const PROVED_JOURNEYS = {
  // Nothing leaves a server that only reads but reads and reviews: every address, method and body, with each layer alone and without it.
  "read-only": ["read-only", "least-privilege"],
  // Nobody is told of what is out of his sight, or changes it: every address, method, transport and person, and worlds that differ there only.
  viewers: ["viewers", "scope-html"],
  // What strangers write stays a text: every payload in every field, and on every page.
  hostile: ["/hostile.spec"],
  // People sign in at a real OpenID provider, with tokens that live for seconds and three replicas behind TLS.
  "sign-in": ["provider-renewal", "provider-sign-in"],
  // Tokens, keys and passwords stand in no log, file, page or answer but their own.
  secrets: ["secrets", "bundle"],
  // Axe finds nothing on any page, whatever it shows: on a desk and on a phone, in both themes.
  axe: ["/axe"],
  // Every course of events that takes its time: what the record tells of it, and what pages, streams, machines, hosts and rights go through.
  courses: [
    ...["history-scenarios", "history-gaps", "history-leak", "on-call-without", "page-life", "between", "rolling-restart", "unconfirmed"],
    ...["/ghost.spec", "/lost-vm.spec", "/hosts.spec", "findings-compared", "unchecked-rights", "several-clusters"],
    "failing-writes",
  ],
  // The headlines of Fleet and On call in each situation, on a desk and on a phone.
  situations: ["/situations.spec"],
  // What plays the same with several cases, with each of them: ways to be cut off, wrong kubeconfigs, signals, documents.
  cases: ["/stale.spec", "/outage.spec", "bad-input", "shutdown", "mute-findings", "prediction"],
};
