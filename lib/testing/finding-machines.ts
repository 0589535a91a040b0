import fc from "fast-check";
import { arbitraryMarks } from "./finding-groups";
import { arbitraryIstiodStatus, arbitraryOddAddress, arbitraryNamespace as namespace, pairs, seldom } from "./finding-values";
import { aTablePod } from "./hosts";

const labels = fc
  .record({
    app: fc.constantFrom<(string | undefined)[]>("a", "a", "a", "b", "alpha", undefined),
    v: fc.constantFrom<(string | undefined)[]>("1", "2", undefined, undefined),
    "istio.io/draining": seldom(fc.constantFrom<(string | undefined)[]>("", "yes"), undefined, 9),
    "istio.io/rev": seldom(fc.constantFrom<(string | undefined)[]>("canary", "default"), undefined, 9),
    "topology.istio.io/network": seldom(fc.constantFrom<(string | undefined)[]>("vpc-2", ""), undefined, 9),
    "topology.istio.io/locality": seldom(fc.constantFrom<(string | undefined)[]>("eu.a", "", "eu/b/s/x"), undefined, 9),
    "networking.istio.io/tunnel": seldom(fc.constantFrom<(string | undefined)[]>("http"), undefined),
    "security.istio.io/tlsMode": seldom(fc.constantFrom<(string | undefined)[]>("istio", "disabled"), undefined, 9),
  })
  .map(pairs);
const locality = fc.constantFrom("", "", "eu/a", "eu/a", "eu/b", "us/a", "us/c/s", "eu/a/s/rack", "eu//s", "/a", "eu", "b");
const ports = fc.constantFrom<(readonly (readonly [string, number])[])[]>(
  [],
  [["http", 80]],
  [["http", 8080]],
  [["web", 9090]],
  [
    ["http", 8081],
    ["web", 9091],
  ],
);

/** The fields of an entry in which every rule about machines finds something now and then. */
export const arbitraryMachine = fc
  .record({
    ...{ namespace, locality, ports, specLabels: labels, metadataLabels: seldom(labels, [], 3) },
    address: fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom("10.0.0.1", "10.0.0.2", "10.0.0.3", "vm.example.com", "unix:///run/a", "") },
      { weight: 1, arbitrary: arbitraryOddAddress },
    ),
    network: fc.constantFrom("", "vpc-1", "vpc-2"),
    serviceAccount: fc.constantFrom("", "web"),
    misplacedKeys: seldom(
      fc.constantFrom("metadata.annotations[istio.io/rev]", "metadata.labels[ambient.istio.io/redirection] metadata.annotations[istio.io/rev]"),
      "",
      8,
    ),
    istiodStatus: arbitraryIstiodStatus,
    // Of an entry in so many plain ones everything else is told too.
    marks: fc.oneof({ weight: 1, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: arbitraryMarks }),
  })
  .map(({ marks, ...own }) => ({ ...own, ...marks }));

/** A Pod that hosts may take. */
export const arbitraryPod = fc
  .record({
    ...{ namespace, labels, name: fc.constantFrom("pod-1", "pod-2", "vm-0") },
    ready: fc.boolean(),
    phase: fc.constantFrom("Running", "Running", "Running", "Failed"),
    deletingAt: fc.constantFrom(null, null, null, 1),
    address: fc.constantFrom("10.1.0.1", "10.0.0.1", ""),
    node: fc.constantFrom("", "node-1"),
  })
  .map((own) => aTablePod(own));
