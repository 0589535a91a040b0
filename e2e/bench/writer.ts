import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { Pool } from "undici";
import { parse } from "yaml";

/** Requests under way at one time: a change counts from the moment it is really sent, so none waits here for a connection. */
const AT_ONCE = 6;
const ENTRIES = "/apis/networking.istio.io/v1";

/** An entry as the writer needs it. */
export interface Written {
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec?: { readonly labels?: Readonly<Record<string, string>> };
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string; readonly message?: string }[] };
}

/** What was written while it ran: probes with the moment each was sent (milliseconds since 1970). */
export interface Run {
  readonly probes: ReadonlyMap<string, number>;
  readonly writes: number;
  readonly perSecond: number;
}

interface Kubeconfig {
  readonly clusters: readonly { readonly cluster: { readonly server: string; readonly "certificate-authority-data": string } }[];
  readonly users: readonly { readonly user: { readonly token: string } }[];
}

/**
 * Changes a fleet as a control plane does, over connections that stay open: mostly renewed connections, some machines that fall ill and
 * recover, and among them probes, whose words a page must show.
 */
export class Writer {
  readonly #pool: Pool;
  readonly #headers: Readonly<Record<string, string>>;
  #probes: readonly Written[] = [];
  #others: readonly Written[] = [];
  #round = 0;
  #next = 0;
  #underWay = 0;

  constructor(kubeconfig: string) {
    const config: Kubeconfig = parse(readFileSync(kubeconfig, "utf8"));
    const [cluster, user] = [config.clusters[0]?.cluster, config.users[0]?.user];
    if (cluster === undefined || user === undefined) throw new Error(`${kubeconfig} names no cluster or no user.`);
    const ca = Buffer.from(cluster["certificate-authority-data"], "base64").toString();
    this.#pool = new Pool(cluster.server, { connections: AT_ONCE, connect: { ca } });
    this.#headers = { authorization: `Bearer ${user.token}`, accept: "application/json" };
  }

  /** Chooses whom to change: the first machines with a probe by name are the probes, because a list by name shows them first. */
  async prepare(): Promise<void> {
    const all = (await this.list()).sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1)).slice(0, 500);
    const probed = all.filter(({ metadata }) => metadata.annotations?.["proxy.istio.io/health-checks-enabled"] === "true");
    if (probed.length < 20) throw new Error("Too few entries of this fleet have a probe.");
    this.#probes = probed.slice(0, 5);
    this.#others = probed.slice(5);
    for (const entry of this.#probes) await this.#tell(entry, false, "bench begins");
  }

  get probed(): readonly Written[] {
    return this.#probes;
  }

  async list(limit?: number): Promise<Written[]> {
    const path = `${ENTRIES}/workloadentries${limit === undefined ? "" : `?limit=${limit}`}`;
    const { body } = await this.#pool.request({ method: "GET", path, headers: this.#headers });
    return ((await body.json()) as { items: Written[] }).items;
  }

  /** Creates a Service that takes all of a namespace with these labels. */
  async createService(namespace: string, name: string, selector: Readonly<Record<string, string>>): Promise<void> {
    const service = { apiVersion: "v1", kind: "Service", metadata: { name }, spec: { selector, ports: [{ name: "http", port: 80 }] } };
    const headers = { ...this.#headers, "content-type": "application/json" };
    const path = `/api/v1/namespaces/${namespace}/services`;
    const { statusCode, body } = await this.#pool.request({ method: "POST", path, headers, body: JSON.stringify(service) });
    const text = await body.text();
    if (statusCode >= 300) throw new Error(`POST ${path}: ${statusCode} ${text.slice(0, 300)}`);
  }

  /** Gives each of `count` entries a unique network and locality, so that rules produce a finding for each. */
  async makeOdd(count: number): Promise<void> {
    const entries = (await this.list()).slice(0, count);
    for (let first = 0; first < entries.length; first += AT_ONCE) {
      const some = entries.slice(first, first + AT_ONCE);
      await Promise.all(some.map((entry, at) => this.#patch(entry, "", { spec: { network: `odd-${first + at}`, locality: `odd-${first + at}/a` } })));
    }
  }

  /** Writes `perSecond` changes for a while, `probesPerSecond` of them probes. */
  async play(perSecond: number, seconds: number, probesPerSecond = 2): Promise<Run> {
    const began = performance.now();
    const round = this.#round++;
    const probes = new Map<string, number>();
    const open: Promise<void>[] = [];
    const every = Math.max(1, Math.round(perSecond / probesPerSecond));
    let writes = 0;
    for (let passed = 0; passed < seconds * 1_000; passed = performance.now() - began) {
      for (const due = Math.floor((passed * perSecond) / 1_000); writes < due; writes++) {
        while (this.#underWay >= AT_ONCE) await wait(1);
        if (writes % every === 0) {
          const words = `bench-${round}-${probes.size}.`;
          probes.set(words, Date.now());
          open.push(this.#probe(words, probes.size));
        } else open.push(this.#hum());
      }
      await wait(5);
    }
    await Promise.all(open);
    return { probes, writes, perSecond: writes / ((performance.now() - began) / 1_000) };
  }

  /** Writes one probe to one machine. */
  async #probe(words: string, at: number): Promise<void> {
    const entry = this.#probes[at % this.#probes.length];
    if (entry !== undefined) await this.#tell(entry, false, words);
  }

  probeOne(words: string): Promise<void> {
    return this.#probe(words, 0);
  }

  async #hum(): Promise<void> {
    const at = this.#next++;
    const entry = this.#others[at % this.#others.length];
    if (entry === undefined) return;
    const isFlip = at % 10 >= 7;
    if (isFlip) await this.#tell(entry, at % 20 >= 10, "connect: connection refused");
    else await this.#patch(entry, "", { metadata: { annotations: { "istio.io/connectedAt": new Date().toISOString() } } });
  }

  async #tell(entry: Written, healthy: boolean, message: string): Promise<void> {
    const now = new Date().toISOString();
    const condition = { type: "Healthy", status: healthy ? "True" : "False", lastProbeTime: now, lastTransitionTime: now, ...(!healthy && { message }) };
    await this.#patch(entry, "/status", { status: { conditions: [condition] } });
  }

  async #patch({ metadata }: Written, subresource: string, change: unknown): Promise<void> {
    const path = `${ENTRIES}/namespaces/${metadata.namespace}/workloadentries/${metadata.name}${subresource}`;
    const headers = { ...this.#headers, "content-type": "application/merge-patch+json" };
    this.#underWay++;
    const { statusCode, body } = await this.#pool.request({ method: "PATCH", path, headers, body: JSON.stringify(change) });
    const text = await body.text();
    this.#underWay--;
    if (statusCode >= 300) throw new Error(`PATCH ${path}: ${statusCode} ${text.slice(0, 300)}`);
  }

  async end(): Promise<void> {
    await this.#pool.destroy();
  }
}
