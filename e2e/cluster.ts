import { readFileSync } from "node:fs";
import { type Agent, request } from "node:https";
import { createInterface } from "node:readline";
import { parse } from "yaml";

/** The cluster as its administrator reaches it: a test changes the fleet here and looks at the page there. */
export class Cluster {
  private readonly server: URL;
  private readonly certificate: string;
  /** What this user shows the API server: somebody may sign in with it. */
  readonly token: string;

  /** `agent` keeps its connections for one request after the other, where there are thousands; without one each has its own. */
  constructor(
    kubeconfig: string,
    private readonly agent: Agent | false = false,
  ) {
    const config: KubeconfigFile = parse(readFileSync(kubeconfig, "utf8"));
    const [cluster, user] = [config.clusters[0]?.cluster, config.users[0]?.user];
    if (cluster === undefined || user === undefined) throw new Error(`${kubeconfig} names no cluster or no user.`);
    this.server = new URL(cluster.server);
    this.certificate = Buffer.from(cluster["certificate-authority-data"], "base64").toString();
    this.token = user.token;
  }

  get(path: string): Promise<KubeObject> {
    return this.send("GET", path);
  }

  create(path: string, object: unknown): Promise<KubeObject> {
    return this.send("POST", path, object);
  }

  /** A JSON merge patch, as `kubectl patch --type=merge` sends it. */
  patch(path: string, change: unknown): Promise<KubeObject> {
    return this.send("PATCH", path, change, "application/merge-patch+json");
  }

  delete(path: string): Promise<KubeObject> {
    return this.send("DELETE", path);
  }

  /** Calls `onLine` with each line of a watch as it comes. What is returned ends it. */
  watch(path: string, onLine: (line: string) => void): () => void {
    const headers = { authorization: `Bearer ${this.token}`, accept: "application/json" };
    const outgoing = request(new URL(path, this.server), { headers, ca: this.certificate, agent: false }, (answer) => {
      // Ending it is an error to both sides; a server that goes earlier shows in what the test then misses.
      createInterface({ input: answer })
        .on("line", onLine)
        .on("error", () => undefined);
    });
    outgoing.on("error", () => undefined);
    outgoing.end();
    return () => outgoing.destroy();
  }

  private send(method: string, path: string, body?: unknown, contentType = "application/json"): Promise<KubeObject> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${this.token}`, "content-type": contentType, accept: "application/json" };
      const outgoing = request(new URL(path, this.server), { method, headers, ca: this.certificate, agent: this.agent }, (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (part: string) => {
          text += part;
        });
        answer.on("end", () => {
          if ((answer.statusCode ?? 500) < 300) resolve(JSON.parse(text));
          else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text}`));
        });
      });
      // A connection that was kept may have been closed just now: the request was never read, and is sent again.
      outgoing.on("error", (error: NodeJS.ErrnoException) => {
        if (outgoing.reusedSocket && error.code === "ECONNRESET") this.send(method, path, body, contentType).then(resolve, reject);
        else reject(error);
      });
      outgoing.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}

export interface KubeObject {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly resourceVersion?: string;
    readonly deletionTimestamp?: string;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly items?: readonly KubeObject[];
  /** Only of a ConfigMap. */
  readonly data?: Readonly<Record<string, string>>;
  /** The node of a Pod, the locality of an entry. */
  readonly spec?: { readonly nodeName?: string; readonly locality?: string };
}

interface KubeconfigFile {
  readonly clusters: readonly { readonly cluster: { readonly server: string; readonly "certificate-authority-data": string } }[];
  readonly users: readonly { readonly user: { readonly token: string } }[];
}
