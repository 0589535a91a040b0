import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { listenProblem } from "@/lib/server/access/listen-problem";
import { readConfig } from "@/lib/server/config";
import { HEALTH_PATH } from "@/lib/server/http/health";
import { isOwnHost } from "@/lib/server/http/public-url";

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string; readonly httpHeaders: readonly { readonly name: string; readonly value: string }[] };
}

interface Container {
  readonly command: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string; readonly valueFrom?: object }[];
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe;
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
  readonly securityContext: object;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}

const objects = parseAllDocuments(readFileSync("lib/deployment/deployment.yaml", "utf8")).map((part) => part.toJS());
const ofKind = (kind: string) => objects.find((one) => one.kind === kind);
const { spec, metadata } = ofKind("Deployment");
const pod = spec.template.spec;
const container: Container = pod.containers[0];
const SESSION_KEY = Buffer.from(Array.from({ length: 32 }, (_, at) => at)).toString("base64");
/** The environment that the container has, with a key as the Secret holds one. */
const environment = Object.fromEntries(container.env.map(({ name, value }) => [name, value ?? SESSION_KEY]));
const argument = (name: string) => container.command[container.command.indexOf(name) + 1] ?? "";
const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe];

describe("the Deployment", () => {
  it("sets nothing that is no setting, and the server starts with all of it, beyond loopback, with people who sign in", () => {
    const settings = new Set(
      readFileSync("docs/settings.md", "utf8")
        .match(/^\| `STOLOS_[A-Z_]+`/gm)
        ?.map((row) => row.slice(3, -1)),
    );
    const named = container.env.map(({ name }) => name).filter((name) => name.startsWith("STOLOS_"));
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter((name) => !settings.has(name))).toEqual([]);
    const config = readConfig(environment);
    expect(listenProblem(argument("--hostname"), config)).toBeNull();
    expect(config).toMatchObject({ signIn: { kind: "token" }, readOnly: true, kubeconfig: null, history: { kind: "on", folder: environment.STOLOS_DATA } });
  });

  it("says what is to be changed before, and each is a value that cannot be anybody's", () => {
    const [said = ""] = readFileSync("lib/deployment/deployment.yaml", "utf8").split("\napiVersion");
    for (const name of ["STOLOS_PUBLIC_URL", "STOLOS_TRUSTED_PROXIES"]) expect(said).toContain(name);
    expect(environment).toMatchObject({ STOLOS_PUBLIC_URL: "https://stolos.example.com", STOLOS_TRUSTED_PROXIES: "192.0.2.0/24" });
  });

  it("has the key of sessions from a Secret, and no value of one", () => {
    const key = container.env.find(({ name }) => name === "STOLOS_SESSION_KEY");
    expect([key?.value, key?.valueFrom]).toEqual([undefined, { secretKeyRef: { name: "stolos", key: "session-key" } }]);
  });

  it("runs as nobody in particular, writes to two folders only, and has no right of the machine's", () => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
    expect(pod.securityContext.runAsUser).toBeGreaterThan(0);
    expect(container.securityContext).toEqual({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ["ALL"] } });
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([environment.STOLOS_DATA, "/tmp"]);
    expect(pod.volumes.map(({ name }: { readonly name: string }) => name)).toEqual(container.volumeMounts.map(({ name }) => name));
    expect(pod.volumes.filter((volume: object) => "hostPath" in volume || "secret" in volume)).toEqual([]);
  });

  it("has the account of the reading role and no other credentials for the cluster", () => {
    const account = parseAllDocuments(readFileSync("lib/deployment/reading-role.yaml", "utf8"))
      .map((part) => part.toJS())
      .find((one) => one.kind === "ServiceAccount");
    expect([pod.serviceAccountName, metadata.namespace]).toEqual([account.metadata.name, account.metadata.namespace]);
    expect(pod.automountServiceAccountToken).not.toBe(false);
    expect(Object.keys(environment).filter((name) => /KUBECONFIG|IMPERSONATE/.test(name))).toEqual([]);
  });

  it("is asked for its health where the server answers, by a name that is its own", () => {
    const port = { name: "http", containerPort: Number(argument("--port")) };
    expect(container.ports).toEqual([port]);
    for (const { httpGet } of probes) {
      expect(existsSync(`app${httpGet.path}/route.ts`), httpGet.path).toBe(true);
      const host = httpGet.httpHeaders.find(({ name }) => name === "Host")?.value ?? null;
      expect([httpGet.port, isOwnHost(host, environment.STOLOS_PUBLIC_URL)]).toEqual([port.name, true]);
    }
    expect(container.livenessProbe.httpGet.path).toBe(HEALTH_PATH);
    expect(container.readinessProbe.httpGet.path).not.toBe(HEALTH_PATH);
  });

  it("runs once where its history is a file, and a Service of its name sets none of its settings", () => {
    expect(environment.STOLOS_DATABASE_URL).toBeUndefined();
    expect([spec.replicas, spec.strategy.type]).toEqual([1, "Recreate"]);
    expect(pod.enableServiceLinks).toBe(false);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(3);
  });
});

describe("what stands beside the Deployment", () => {
  it("is the Service that leads to it, and the volume that it claims, larger than its history becomes", () => {
    const { selector, ports } = ofKind("Service").spec;
    expect(spec.template.metadata.labels).toMatchObject(selector);
    expect(spec.selector.matchLabels).toEqual(selector);
    expect(ports).toMatchObject([{ targetPort: container.ports[0]?.name }]);
    const claim = ofKind("PersistentVolumeClaim");
    expect(pod.volumes[0].persistentVolumeClaim.claimName).toBe(claim.metadata.name);
    const { history } = readConfig(environment);
    expect(Number.parseInt(claim.spec.resources.requests.storage, 10) * 1_024).toBeGreaterThan(history.kind === "on" ? history.maxMb : Number.NaN);
    expect(new Set(objects.map((one) => one.metadata.namespace))).toEqual(new Set(["stolos"]));
  });

  it("is a policy of the network that lets callers come to its port alone, and it call the API server and ask for names, nothing else", () => {
    const policy = parseAllDocuments(readFileSync("lib/deployment/network-policy.yaml", "utf8"))[0]?.toJS();
    expect([policy.kind, policy.metadata.namespace]).toEqual(["NetworkPolicy", metadata.namespace]);
    expect(spec.template.metadata.labels).toMatchObject(policy.spec.podSelector.matchLabels);
    expect(policy.spec.policyTypes).toEqual(["Ingress", "Egress"]);
    expect(policy.spec.ingress).toEqual([{ ports: [{ protocol: "TCP", port: container.ports[0]?.name }] }]);
    const called = policy.spec.egress.map(({ ports }: { readonly ports?: readonly { readonly port: number }[] }) => ports?.map(({ port }) => port));
    expect(called, "a rule without ports would allow all of them").toEqual([
      [443, 6443],
      [53, 53],
    ]);
  });
});
