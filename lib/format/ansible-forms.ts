import { type MachineFiles, mintCommand, PLACES, packageAddress, type ScriptParts, textOfFile } from "./machine-scripts";
import { yamlText } from "./yaml-text";

/** An underscore is no part of a machine's name: no folder of one is called so. */
export const INVENTORY_FILE = "ansible_inventory.yaml";
export const PLAYBOOK_FILE = "ansible_playbook.yaml";

/** What is so for one machine alone, and what is the same for all of them: file and variable. */
const OF_ONE = [
  ["cluster.env", "istio_cluster_env"],
  ["mesh.yaml", "istio_mesh_yaml"],
] as const;
const OF_ALL = [
  ["root-cert.pem", "istio_root_cert"],
  ["hosts", "istio_hosts"],
] as const;

/** The machines for Ansible, each with its own files as variables, so that none gets the address of another. It holds no token. */
export function ansibleInventory(parts: ScriptParts, machines: readonly MachineFiles[]): string {
  const [first] = machines;
  const hosts = machines.flatMap((machine) => [
    `    ${JSON.stringify(machine.name)}:`,
    ...OF_ONE.map(([file, variable]) => `      ${variable}: ${verbatim(textOfFile(machine, file), 8)}`),
  ]);
  return [
    "# Each machine has files of its own: copy no values from one to another. Where a name is not what ssh goes to, add ansible_host.",
    `${groupName(parts)}:`,
    "  hosts:",
    ...hosts,
    "  vars:",
    ...OF_ALL.map(([file, variable]) => `    ${variable}: ${verbatim(first === undefined ? "" : textOfFile(first, file), 6)}`),
    "",
  ].join("\n");
}

/** What Ansible does on each machine of the inventory: the token is made where it runs, by whoever runs it, and never written down. */
export function ansiblePlaybook(parts: ScriptParts): string {
  const copies = [...OF_ONE, OF_ALL[0]].flatMap(([file, variable]) => [
    `    - name: ${file}`,
    `      ansible.builtin.copy: {dest: ${PLACES[file]}, content: '{{ ${variable} }}', owner: istio-proxy, mode: '0644'}`,
  ]);
  return [
    `# ansible-playbook -i ${INVENTORY_FILE} ${PLAYBOOK_FILE}`,
    `- hosts: ${groupName(parts)}`,
    "  become: true",
    "  tasks:",
    "    - name: the agent, of istiod's version",
    `      ansible.builtin.apt: {deb: ${JSON.stringify(packageAddress(parts.version, "deb"))}}`,
    "    - name: its folders",
    "      ansible.builtin.file: {path: '{{ item }}', state: directory, owner: istio-proxy}",
    "      loop: [/etc/certs, /var/run/secrets/tokens, /etc/istio/proxy, /etc/istio/config]",
    ...copies,
    "    - name: the way to istiod",
    "      ansible.builtin.blockinfile: {path: /etc/hosts, block: '{{ istio_hosts }}', marker: '# {mark} istiod'}",
    "      when: istio_hosts != ''",
    "    - name: a token, made here as whoever runs this",
    `      ansible.builtin.command: ${JSON.stringify(mintCommand(parts))}`,
    "      delegate_to: localhost",
    "      become: false",
    "      register: istio_token",
    "      no_log: true",
    "    - name: the token onto the machine",
    `      ansible.builtin.copy: {dest: ${PLACES["istio-token"]}, content: '{{ istio_token.stdout }}', owner: istio-proxy, mode: '0600'}`,
    "      no_log: true",
    "    - name: start",
    "      ansible.builtin.service: {name: istio, state: restarted, enabled: true}",
    "",
  ].join("\n");
}

/** Ansible takes letters, digits and underscores in the name of a group, and no digit first. */
function groupName({ namespace, group }: ScriptParts): string {
  return `machines_of_${namespace}__${group}`.replaceAll(/[^A-Za-z0-9_]/g, "_");
}

/** A value that Ansible reads as it stands: it fills in no templates in it. */
function verbatim(text: string, indent: number): string {
  return `!unsafe ${yamlText(text, indent)}`;
}
