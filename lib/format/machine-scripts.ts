import { shellQuote } from "./shell-quote";

/** Whose token a machine needs, and for how long it lives. */
export interface TokenParts {
  /** The kubeconfig's context, "" = the current one. */
  readonly context: string;
  readonly namespace: string;
  readonly account: string;
  readonly seconds: number;
}

/** What is the same for the scripts of all machines of a group. */
export interface ScriptParts extends TokenParts {
  readonly group: string;
  /** istiod's version, "" = not known. */
  readonly version: string;
}

/** A machine and its files, without a token. */
export interface MachineFiles {
  readonly name: string;
  readonly files: readonly { readonly name: string; readonly text: string }[];
}

/** Where the package looks for each file. */
export const PLACES = {
  "cluster.env": "/var/lib/istio/envoy/cluster.env",
  "mesh.yaml": "/etc/istio/config/mesh",
  "root-cert.pem": "/etc/certs/root-cert.pem",
  "istio-token": "/var/run/secrets/tokens/istio-token",
} as const;

/** Folders that belong to the agent's user. */
export const OWNED = "/var/lib/istio /etc/certs /etc/istio/proxy /etc/istio/config /var/run/secrets";

/** The text of one of the files, "" = there is none of the name. */
export function textOfFile({ files }: MachineFiles, name: string): string {
  return files.find((file) => file.name === name)?.text ?? "";
}

/** The command that makes a token, for whoever may. */
export function mintCommand({ context, namespace, account, seconds }: TokenParts): string {
  const place = `${context === "" ? "" : ` --context ${shellQuote(context)}`} -n ${shellQuote(namespace)}`;
  return `kubectl${place} create token ${shellQuote(account)} --audience istio-ca --duration ${seconds}s`;
}

/** The package of istiod's own version; where that is not known, a word stands for it. */
export function packageAddress(version: string, kind: "deb" | "rpm"): string {
  return `https://storage.googleapis.com/istio-release/releases/${version === "" ? "VERSION" : version}/${kind}/istio-sidecar.${kind}`;
}

/** What is typed on a machine on which the five files lie in one folder. */
export function byHand(version: string): string {
  return [
    `curl -fLO ${packageAddress(version, "deb")}   # or, for RPM: ${packageAddress(version, "rpm")}`,
    "sudo dpkg -i istio-sidecar.deb",
    "sudo mkdir -p /etc/certs /var/run/secrets/tokens /etc/istio/proxy /etc/istio/config",
    "sudo cp root-cert.pem /etc/certs/root-cert.pem",
    `sudo install -m 600 istio-token ${PLACES["istio-token"]}`,
    "sudo cp cluster.env /var/lib/istio/envoy/cluster.env",
    "sudo cp mesh.yaml /etc/istio/config/mesh",
    "cat hosts | sudo tee -a /etc/hosts",
    `sudo chown -R istio-proxy ${OWNED}`,
    "sudo systemctl enable --now istio",
  ].join("\n");
}
