/** What a rule may have read, as bits: when that is another, the rule is asked again. */
export const READ = {
  /** The subject itself, and what of it is judged. */
  own: 1,
  /** Entries by an address. */
  address: 1 << 1,
  /** An entry by its name. */
  name: 1 << 2,
  /** Objects of groups. */
  groups: 1 << 3,
  /** How many members a group has, and of which kinds. */
  memberCounts: 1 << 4,
  members: 1 << 5,
  /** Who takes an entry, and the hosts of a namespace. */
  hosts: 1 << 6,
  /** Who defines a host name, and Services and ServiceEntries of the whole cluster. */
  definitions: 1 << 7,
  /** What hosts take, counted. */
  counts: 1 << 8,
  /** The machines that hosts take, and where they are. */
  machines: 1 << 9,
  pods: 1 << 10,
  podAddress: 1 << 11,
  policies: 1 << 12,
  /** All machines and Pods of a namespace. */
  neighbours: 1 << 13,
  replicas: 1 << 14,
  times: 1 << 15,
  mesh: 1 << 16,
  gateways: 1 << 17,
  places: 1 << 18,
  /** Places, networks and replicas that entries name. */
  inUse: 1 << 19,
} as const;

/** Everything: nothing is known of what was read. */
export const READ_ALL = (1 << 20) - 1;

/** Collects what is read. */
export interface Noticed {
  bits: number;
}
