/** What a rule may have read, as bits: when that is another, the rule is asked again. */
export const READ = {
  /** The subject itself, and what of it is judged. */
  own: 1,
  /** Entries by an address: of an entry, by its own. */
  address: 1 << 1,
  /** An entry by its name. */
  name: 1 << 2,
  /** Objects of groups. */
  groups: 1 << 3,
  /** How many members the group has that is asked about. */
  memberCounts: 1 << 4,
  /** How many of them have which value of something. */
  traits: 1 << 5,
  members: 1 << 6,
  /** Who takes an entry, and the hosts of a namespace. */
  hosts: 1 << 7,
  /** Who defines a host name, and Services and ServiceEntries of the whole cluster. */
  definitions: 1 << 8,
  /** What the host takes that is asked about, counted. */
  counts: 1 << 9,
  /** Where the machines are that it takes, counted. */
  spread: 1 << 10,
  /** These machines themselves. */
  machines: 1 << 11,
  pods: 1 << 12,
  /** What another host takes, or another group has, than the one that is asked about. */
  elsewhere: 1 << 13,
  /** Pods by an address, or Services by a cluster IP: of an entry, by its own. */
  podAddress: 1 << 14,
  policies: 1 << 15,
  /** All machines and Pods of a namespace, their health aside. */
  neighbours: 1 << 16,
  replicas: 1 << 17,
  times: 1 << 18,
  mesh: 1 << 19,
  gateways: 1 << 20,
  places: 1 << 21,
  /** How many entries are in which place, in which network, and name which replica. */
  inUse: 1 << 22,
  /** Which zones and networks entries name at all. */
  namesInUse: 1 << 23,
  /** Which ServiceAccounts there are. */
  accounts: 1 << 24,
  /** Entries, Pods or Services by an address that is not the entry's own. */
  otherAddress: 1 << 25,
} as const;

/** Everything: nothing is known of what was read. */
export const READ_ALL = (1 << 26) - 1;

/** Collects what is read. */
export interface Noticed {
  bits: number;
}
