import { shellQuote } from "./shell-quote";

/** What the scripts of a machine are made of: whose token, which package, which files (without a token). */
export interface ScriptParts {
  /** The kubeconfig's context, "" = the current one. */
  readonly context: string;
  readonly namespace: string;
  readonly account: string;
  readonly seconds: number;
  /** istiod's version, "" = not known. */
  readonly version: string;
  readonly files: readonly { readonly name: string; readonly text: string }[];
}

/** Where the package looks for each file. */
const PLACES: Readonly<Record<string, string>> = {
  "cluster.env": "/var/lib/istio/envoy/cluster.env",
  "mesh.yaml": "/etc/istio/config/mesh",
  "root-cert.pem": "/etc/certs/root-cert.pem",
  hosts: "/etc/istio/stolos-hosts",
};

const TOKEN = "/var/run/secrets/tokens/istio-token";
const OWNED = "/var/lib/istio /etc/certs /etc/istio/proxy /etc/istio/config /var/run/secrets";

/** The command that makes a token, for whoever may. */
export function mintCommand({ context, namespace, account, seconds }: Omit<ScriptParts, "version" | "files">): string {
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
    `sudo install -m 600 istio-token ${TOKEN}`,
    "sudo cp cluster.env /var/lib/istio/envoy/cluster.env",
    "sudo cp mesh.yaml /etc/istio/config/mesh",
    "cat hosts | sudo tee -a /etc/hosts",
    `sudo chown -R istio-proxy ${OWNED}`,
    "sudo systemctl enable --now istio",
  ].join("\n");
}

/** User data for cloud-init. It holds no token, for whoever is on the machine can read it. */
export function cloudInit(parts: ScriptParts): string {
  const files = parts.files.flatMap(({ name, text }) => [
    `- path: ${PLACES[name] ?? `/etc/istio/${name}`}`,
    "  permissions: '0644'",
    `  content: ${yamlText(text, 4)}`,
  ]);
  return [
    "#cloud-config",
    "# Without a token: user data can be read. Whoever may make tokens puts one onto the machine once it is up:",
    `#   ${mintCommand(parts)} | ssh MACHINE 'sudo install -m 600 -o istio-proxy /dev/stdin ${TOKEN} && sudo systemctl start istio'`,
    "write_files:",
    ...files,
    "runcmd:",
    `- [curl, -fLo, /tmp/istio-sidecar.deb, ${JSON.stringify(packageAddress(parts.version, "deb"))}]`,
    "- [dpkg, -i, /tmp/istio-sidecar.deb]",
    "- mkdir -p /var/run/secrets/tokens /etc/istio/proxy",
    "- cat /etc/istio/stolos-hosts >> /etc/hosts",
    `- chown -R istio-proxy ${OWNED}`,
    "- [systemctl, enable, istio]",
    "",
  ].join("\n");
}

/** Tasks for Ansible: the token is made where the play runs, by whoever runs it, and never written down. */
export function ansibleTasks(parts: ScriptParts): string {
  const copies = parts.files
    .filter(({ name }) => name !== "hosts")
    .flatMap(({ name, text }) => [
      `- name: ${name}`,
      "  ansible.builtin.copy:",
      `    dest: ${PLACES[name] ?? `/etc/istio/${name}`}`,
      "    owner: istio-proxy",
      "    mode: '0644'",
      `    content: ${yamlText(text, 6)}`,
    ]);
  const hosts = parts.files.find(({ name }) => name === "hosts")?.text ?? "";
  return [
    "- name: the agent, of istiod's version",
    "  ansible.builtin.apt:",
    `    deb: ${packageAddress(parts.version, "deb")}`,
    "- name: its folders",
    "  ansible.builtin.file: {path: '{{ item }}', state: directory, owner: istio-proxy}",
    "  loop: [/etc/certs, /var/run/secrets/tokens, /etc/istio/proxy, /etc/istio/config]",
    ...copies,
    ...(hosts === "" ? [] : ["- name: the way to istiod", `  ansible.builtin.blockinfile: {path: /etc/hosts, block: ${JSON.stringify(hosts.trimEnd())}}`]),
    "- name: a token, made here as whoever runs this",
    `  ansible.builtin.command: ${JSON.stringify(mintCommand(parts))}`,
    "  delegate_to: localhost",
    "  become: false",
    "  register: istio_token",
    "  no_log: true",
    "- name: the token onto the machine",
    `  ansible.builtin.copy: {dest: ${TOKEN}, content: '{{ istio_token.stdout }}', owner: istio-proxy, mode: '0600'}`,
    "  no_log: true",
    "- name: start",
    "  ansible.builtin.service: {name: istio, state: restarted, enabled: true}",
    "",
  ].join("\n");
}

/** A text in YAML: as it stands where that is safe, else in quotes, which every text fits into. */
function yamlText(text: string, indent: number): string {
  const isPlain =
    /^[^\s]/.test(text) && text.endsWith("\n") && !text.endsWith("\n\n") && /^[\x20-\x7e\n]*$/.test(text) && !text.includes("{{") && !text.includes("{%");
  if (!isPlain) return JSON.stringify(text);
  return `|\n${text
    .trimEnd()
    .split("\n")
    .map((line) => (line === "" ? "" : `${" ".repeat(indent)}${line}`))
    .join("\n")}`;
}
