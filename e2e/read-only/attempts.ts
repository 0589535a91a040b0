import fc from "fast-check";
import type { Sent } from "@/e2e/ask";
import { questionsOf } from "@/e2e/viewers/questions";
import type { Thing } from "@/e2e/viewers/world";

export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

const ISTIO = "networking.istio.io/v1";
const metadata = { name: "written-by-proof", namespace: "shop", labels: { app: "proof" } };
/** An object of each kind that commands make, in what is YAML too. */
const OBJECTS: Readonly<Record<string, object>> = {
  serviceaccount: { apiVersion: "v1", kind: "ServiceAccount", metadata },
  workloadgroup: {
    apiVersion: ISTIO,
    kind: "WorkloadGroup",
    metadata,
    spec: { metadata: { labels: { app: "proof" } }, template: { serviceAccount: "default" } },
  },
  workloadentry: { apiVersion: ISTIO, kind: "WorkloadEntry", metadata, spec: { address: "10.77.0.1", labels: { app: "proof" } } },
  service: { apiVersion: "v1", kind: "Service", metadata, spec: { selector: { app: "proof" }, ports: [{ name: "http", port: 80 }] } },
  serviceentry: {
    ...{ apiVersion: ISTIO, kind: "ServiceEntry", metadata },
    spec: {
      hosts: ["proof.example"],
      resolution: "STATIC",
      ports: [{ number: 80, name: "http", protocol: "HTTP" }],
      workloadSelector: { labels: { app: "proof" } },
    },
  },
};
/** Every command there is; a name that is none is among them. */
export const COMMANDS = [
  ...["set-expected-size", "issue-token", "delete-workloadentry", "delete-workloadgroup", "drain-workloadentry", "undrain-workloadentry", "no-such-command"],
  ...Object.keys(OBJECTS).flatMap((kind) => [`create-${kind}`, `edit-${kind}`, `try-new-${kind}`, `try-${kind}`]),
];

/** What of an object its commands ask for. */
export interface Target extends Thing {
  readonly uid: string;
  readonly resourceVersion: string;
}

/** Bodies that a page of ours would send: each would change something where it may. */
function properBodies(target: Target): readonly unknown[] {
  const { uid, resourceVersion } = target;
  const asked = (input: object, dryRun: boolean) => ({ dryRun, resourceVersion, input });
  const texts = Object.values(OBJECTS).map((object) => ({ text: JSON.stringify(object) }));
  const inputs = [{ size: "4" }, { seconds: 3_600 }, { uid }, { uid, reason: "proof" }, ...texts, ...texts.map((text) => ({ ...text, uid }))];
  const machine = { name: "m-1", internalIp: "10.0.0.1", externalIp: "", labels: "", locality: "" };
  const mesh = { revision: "", clusterId: "Kubernetes", trustDomain: "cluster.local", meshId: "", rootCertificate: "", account: "default" };
  const gateway = { address: "192.0.2.1", way: "own-resolver", resolved: "" };
  const bundle = { ...mesh, gateway, captureDns: true, autoRegister: true, machines: [machine], seconds: 3_600, form: "archive" };
  return [...inputs.flatMap((input) => [asked(input, false), asked(input, true)]), bundle, { views: [] }, { cluster: target.cluster, text: texts[0]?.text }];
}

const anyText = fc.oneof(fc.string(), fc.constantFrom("", "__proto__", "constructor", "\u0000", "../../secrets", "a".repeat(5_000)));
/** Bodies that nobody sends who means well: other shapes of the proper ones, and no JSON at all. */
function fuzzedBodies(target: Target): fc.Arbitrary<string> {
  const proper = fc.constantFrom(...properBodies(target));
  const turned = fc.tuple(proper, anyText, fc.jsonValue()).map(([body, key, value]) => JSON.stringify({ ...(body as object), [key]: value }));
  const broken = fc.tuple(proper, fc.nat(400)).map(([body, at]) => JSON.stringify(body).slice(0, at));
  return fc.oneof({ weight: 6, arbitrary: proper.map((body) => JSON.stringify(body)) }, { weight: 3, arbitrary: turned }, broken, fc.json(), anyText);
}

/** What a body goes with: the type that it claims, and tricks by which some servers take one method for another. */
const someHeaders = fc.tuple(
  fc.constantFrom(
    "application/json",
    "application/json",
    "application/json; charset=utf-8",
    "application/merge-patch+json",
    "text/plain",
    "multipart/form-data",
  ),
  fc.constantFrom({}, {}, {}, ...["x-http-method-override", "x-http-method", "x-method-override"].map((name) => ({ [name]: "DELETE" })), {
    "next-action": "a".repeat(40),
  }),
);

/** How much is tried, the same for the same seed. */
export interface Extent {
  /** Bodies for each route and method, which its addresses share. */
  readonly bodies: number;
  /** Of requests that carry none, and of pages, so many for each address. */
  readonly reads: number;
  /** Only addresses that write on a server that may. */
  readonly onlyWriting?: boolean;
  readonly seed: number;
}

const WRITING = ["/commands/", "/bundles/", "/impact/", "/preflight/"];

/** Every route and page of the build by every method. */
export function attemptsOf(groups: readonly Target[], entries: readonly Target[], origin: string, extent: Extent): readonly Sent[] {
  const questions = questionsOf({ groups, entries })
    .filter(({ of }) => extent.onlyWriting !== true || WRITING.some((part) => of.includes(part)))
    .flatMap((question) =>
      question.of.includes("[command]")
        ? COMMANDS.map((command) => ({ ...question, of: command, address: question.address.replace("set-expected-size", command) }))
        : [question],
    );
  const routes = [...new Set(questions.map(({ of }) => of))];
  return routes.flatMap((route, at) => {
    const asked = questions.filter(({ of }) => of === route);
    const seedOf = (turn: number) => extent.seed + at * 1_000 + turn;
    return asked.flatMap(({ address, isRoute }, turn) => {
      const target = [...entries, ...groups].find(({ namespace, name }) => address.includes(`/${namespace}/${name}`)) ?? groups[0];
      if (target === undefined) throw new Error("There is nothing to write to.");
      const numRuns = Math.max(Math.ceil(extent.bodies / asked.length), extent.reads);
      const drawn = fc.sample(fc.tuple(fuzzedBodies(target), someHeaders), { numRuns, seed: seedOf(turn) });
      return METHODS.flatMap((method) => {
        const isBodiless = method === "GET" || method === "HEAD";
        return (isBodiless || !isRoute ? drawn.slice(0, extent.reads) : drawn).map(([body, [type, trick]]) => ({
          ...{ method, path: address, headers: { origin, "sec-fetch-site": "same-origin", "content-type": type, ...trick } },
          ...(!isBodiless && { body }),
        }));
      });
    });
  });
}
