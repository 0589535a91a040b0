import { type MachineFiles, mintCommand, OWNED, PLACES, packageAddress, type ScriptParts, textOfFile } from "./machine-scripts";
import { shellQuote } from "./shell-quote";
import { yamlText } from "./yaml-text";

/** The name of the file among those of its machine. */
export const CLOUD_INIT_FILE = "cloud-init.yaml";

/** Where the lines for /etc/hosts lie until they are added to it. */
const HOSTS = "/etc/istio/istiod-hosts";

/** User data for cloud-init, of one machine. It holds no token, for whoever is on the machine can read it. */
export function cloudInit(parts: ScriptParts, machine: MachineFiles): string {
  const places = { ...PLACES, hosts: HOSTS };
  const files = (["cluster.env", "mesh.yaml", "hosts", "root-cert.pem"] as const).flatMap((name) => [
    `- path: ${places[name]}`,
    "  permissions: '0644'",
    `  content: ${yamlText(textOfFile(machine, name), 4)}`,
  ]);
  return [
    "#cloud-config",
    `# ${forWhom(machine)}`,
    "# Without a token: user data can be read. Whoever may make tokens puts one onto the machine once it is up:",
    `#   ${mintCommand(parts)} | ssh ${shellQuote(machine.name)} 'sudo install -m 600 -o istio-proxy /dev/stdin ${PLACES["istio-token"]} && sudo systemctl start istio'`,
    "write_files:",
    ...files,
    "runcmd:",
    `- [curl, -fLo, /tmp/istio-sidecar.deb, ${JSON.stringify(packageAddress(parts.version, "deb"))}]`,
    "- [dpkg, -i, /tmp/istio-sidecar.deb]",
    "- mkdir -p /var/run/secrets/tokens /etc/istio/proxy",
    `- cat ${HOSTS} >> /etc/hosts`,
    `- chown -R istio-proxy ${OWNED}`,
    "- [systemctl, enable, istio]",
    "",
  ].join("\n");
}

/** An entry is named after the address under which its machine registers: two machines with one address are one entry. */
function forWhom(machine: MachineFiles): string {
  if (/^ISTIO_SVC_IP=/m.test(textOfFile(machine, "cluster.env")))
    return `For ${machine.name} alone: it names its address, and another machine with it would take its entry.`;
  return `For ${machine.name}. It names no address: each machine that starts from it registers under the first one of its own.`;
}
