import { expect, it } from "vitest";
import type { FindingEvidence, FindingObject } from "@/lib/domain/findings/rule";
import type { RuleNameOf } from "@/lib/domain/findings/rule-names";
import { SERVICE_TEXTS } from "./services";

it.each<[RuleNameOf<3>, readonly FindingObject[], FindingEvidence, string]>([
  [
    "nobody-answers",
    [],
    { hosts: ["a.example.com"], machines: 3, pods: 1, unhealthy: 1, awaiting: 2 },
    "a.example.com takes 3 machines and 1 Pod, and callers are sent none: 1 fails its check and 2 have not reported yet.",
  ],
  [
    "nobody-answers",
    [],
    { hosts: ["a.example.com"], machines: 2, pods: 0, portsUnresolved: 2 },
    "a.example.com takes 2 machines, and none names a port that the Service asks for.",
  ],
  [
    "takes-nobody",
    [],
    {
      hosts: ["a.test", "b.test"],
      nearest: "oracle-primary",
      nearestKind: "machine",
      reason: "labels-differ",
      differs: ["role: main is wanted, primary is there"],
    },
    "a.test (and 1 more) takes nobody. The nearest is the machine oracle-primary: role: main is wanted, primary is there.",
  ],
  [
    "takes-nobody",
    [],
    { hosts: ["a.example.com"], nearest: "vm-1", nearestKind: "machine", reason: "host-name-address" },
    "a.example.com takes nobody. The nearest is the machine vm-1: its address is no IP address.",
  ],
  [
    "unused-service-entry",
    [{ kind: "ServiceEntry", namespace: "shop", name: "mirror" }],
    { hosts: ["a.example.com"], wanted: ["app=old"] },
    "a.example.com selects app=old, and nobody in its namespace has anything like it.",
  ],
  [
    "skipped-for-its-address",
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { hosts: ["a.example.com"], kind: "host-name", address: "vm.example.com", by: "STATIC" },
    "a.example.com selects vm-1 and leaves it out: its address vm.example.com is a host name, and resolution STATIC takes IP addresses only.",
  ],
  [
    "skipped-for-its-address",
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { hosts: ["a.example.com"], kind: "socket", address: "unix:///run/a", by: "Service" },
    "a.example.com selects vm-1 and leaves it out: its address unix:///run/a is a socket, and a Service takes IP addresses only.",
  ],
  [
    "port-name-missing",
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { hosts: ["a.example.com"], missing: ["web"], ports: ["80"], named: ["http: 8080"], isEveryPort: false },
    "a.example.com sends to the port named web, and vm-1 names http: 8080 only: it is not called on port 80.",
  ],
  [
    "port-name-missing",
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { hosts: ["a.example.com"], missing: ["web"], ports: ["80"], named: [], isEveryPort: true },
    "a.example.com sends to the port named web, and vm-1 names no port: it is not called on any port.",
  ],
  [
    "port-surprise",
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { hosts: ["a.example.com"], why: "overridden", port: "http", number: 80, ends: 8080, named: ["http: 8080"] },
    "Port 80 of a.example.com ends on 8080 of vm-1: the entry's own port http goes before the targetPort.",
  ],
  [
    "port-surprise",
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { hosts: ["a.example.com"], why: "undeclared", port: "http", number: 80, ends: 80, named: ["web: 9090"] },
    "Port 80 of a.example.com ends on 80 of vm-1, and the entry names web: 9090 only.",
  ],
  [
    "selector-without-resolution",
    [{ kind: "ServiceEntry", namespace: "shop", name: "mirror" }],
    { hosts: ["a.example.com"] },
    "a.example.com selects machines with resolution NONE, or none written: callers are sent no list of them.",
  ],
  [
    "round-robin-of-several",
    [{ kind: "ServiceEntry", namespace: "shop", name: "mirror" }],
    { hosts: ["a.example.com"], sent: 3, lost: 2 },
    "a.example.com has 3 endpoints and resolution DNS_ROUND_ROBIN: one is called, 2 never.",
  ],
  [
    "external-with-accounts",
    [{ kind: "ServiceEntry", namespace: "shop", name: "mirror" }],
    { hosts: ["a.example.com"], machines: 1, ports: ["80"] },
    "a.example.com is MESH_EXTERNAL or has no location. Callers send plain text on port 80 to 1 machine with an mTLS mark.",
  ],
  [
    "owned-by-another",
    [{ kind: "ServiceEntry", namespace: "shop", name: "mirror" }],
    { host: "kafka.test", lostFor: ["data", ""], winners: ["ServiceEntry data/kafka", "ServiceEntry data/kafka"] },
    "Callers in data and all other namespaces get kafka.test from ServiceEntry data/kafka, and not from mirror.",
  ],
  [
    "port-lost-to-owner",
    [{ kind: "ServiceEntry", namespace: "shop", name: "mirror" }],
    { host: "a.example.com", owner: "Service k", lost: ["web"], numbers: ["80"], wanted: ["http"] },
    "mirror adds its machines to a.example.com, which Service k defines: those of port web (80) are lost, as the owner calls it http.",
  ],
  [
    "port-lost-to-owner",
    [{ kind: "ServiceEntry", namespace: "shop", name: "mirror" }],
    { host: "a.example.com", owner: "Service k", lost: ["admin"], numbers: ["81"], wanted: [""] },
    "mirror adds its machines to a.example.com, which Service k defines: those of port admin (81) are lost, as the owner has no such port.",
  ],
  [
    "empty-selector",
    [{ kind: "ServiceEntry", namespace: "shop", name: "mirror" }],
    { hosts: ["a.example.com"], takes: "everything", version: "1.31.0" },
    "The selector of a.example.com has no labels: istiod 1.31.0 takes everybody in its namespace.",
  ],
  [
    "empty-selector",
    [{ kind: "ServiceEntry", namespace: "shop", name: "mirror" }],
    { hosts: ["a.example.com"], takes: "unknown", version: "" },
    "The selector of a.example.com has no labels: whether istiod takes everybody or nobody by it depends on its version, which is not known.",
  ],
  [
    "sent-twice",
    [{ kind: "ServiceEntry", namespace: "shop", name: "mirror" }],
    { host: "a.example.com", other: "Service k", machines: 2, ports: ["80"] },
    "mirror and Service k both put 2 machines on port 80 of a.example.com.",
  ],
  [
    "sent-twice",
    [{ kind: "ServiceEntry", namespace: "shop", name: "mirror" }],
    { host: "a.example.com", other: "Service k", machines: 1, ports: ["80", "8080"] },
    "mirror and Service k both put 1 machine on ports 80 and 8080 of a.example.com.",
  ],
  [
    "same-selector",
    [{ kind: "ServiceEntry", namespace: "shop", name: "mirror" }],
    { hosts: ["a.example.com"], others: ["b.example.com"], selects: ["app=a"] },
    "a.example.com and b.example.com both select app=a, with a port in common.",
  ],
  [
    "headless-skips-machine",
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { hosts: ["a.example.com"] },
    "vm-1 has the labels that a.example.com wants, and the Service is headless: it takes Pods only. No other host takes the machine.",
  ],
  ["unselected-entry", [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }], {}, "No Service and no ServiceEntry takes vm-1."],
  [
    "unselected-entry",
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { nearest: "Service oracle" },
    "No Service and no ServiceEntry takes vm-1; Service oracle nearly does.",
  ],
  [
    "refused-by-policy",
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { hosts: ["a.example.com"], ports: ["1792"], sends: "plain", takes: "STRICT" },
    "Callers of a.example.com send vm-1 plain text on port 1792, and the policy there takes mutual TLS only (STRICT).",
  ],
  [
    "refused-by-policy",
    [{ kind: "WorkloadEntry", namespace: "shop", name: "vm-1" }],
    { hosts: ["a.example.com"], ports: ["80"], sends: "mutual", takes: "DISABLE" },
    "Callers of a.example.com send vm-1 mutual TLS on port 80, and the policy there takes no mutual TLS (DISABLE).",
  ],
  [
    "group-lacks-port-name",
    [{ kind: "WorkloadGroup", namespace: "shop", name: "checkout" }],
    { hosts: ["a.example.com"], missing: ["web"], ports: ["80"], named: ["http: 8080"], isEveryPort: false, machines: 4 },
    "a.example.com sends to the port named web, and the template of checkout names http: 8080 only: its 4 machines are not called on port 80.",
  ],
  [
    "group-port-surprise",
    [{ kind: "WorkloadGroup", namespace: "shop", name: "checkout" }],
    { hosts: ["a.example.com"], why: "undeclared", port: "tcp", number: 9092, ends: 9092, named: ["http: 2020"], machines: 72 },
    "Port 9092 of a.example.com ends on 9092 of the 72 machines of checkout, and the template names http: 2020 only.",
  ],
  [
    "host-of-revision-not-running",
    [{ kind: "ServiceEntry", namespace: "shop", name: "mirror" }],
    { revision: "1-29", running: ["default"], hosts: ["a.test"] },
    "mirror (a.test) has the label istio.io/rev=1-29, and istiod runs as default.",
  ],
])("%s about %j with evidence %j", (rule, objects, evidence, sentence) => expect(SERVICE_TEXTS[rule].found({ objects, evidence })).toBe(sentence));
