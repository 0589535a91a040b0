/** What a view has room for. */
export interface Place {
  /** The codes of the fields that stand there. Whatever somebody sends in an address is told on every page. */
  readonly shows: string;
  /** What the view is made of: why no other field can stand there. */
  readonly because: string;
  /** The codes of the fields that may stand there as well, as long as the newest lines of the log are about them. */
  readonly atTimes?: string;
  /** Why not every payload is seen there, whatever the field. */
  readonly few?: string;
}

const MACHINE = "Eg En El Es Ec Ed Em";
const MEMBER = "Mn Ml Ms Mc";
const GROUP_SPEC = "Gm Gj Gl Gn Gs Gd Gk Gp Gh";
const GROUP = `Ga Ge Gf Gx Gv ${GROUP_SPEC}`;
const HOST = "Sa Sc Sf";
const HOST_ENTRY = "Xa Xf Xl Xn Xc Xs";
const EVENTS = "Vm Vr Vs";

const ONE_MACHINE: Place = {
  shows: `Ea Eq Ef Et Eh Er ${MACHINE} ${EVENTS}`,
  because: "it is all about one machine: with its Events and its YAML, and with nothing of a group, a Service or a ServiceEntry but their names",
};
const ONE_GROUP: Place = {
  shows: `${GROUP} ${MEMBER}`,
  because: "it is all about one group: with its machines and its YAML, and with nothing of a Service or a ServiceEntry but their names",
};
const TROUBLE: Place = {
  shows: "Eg",
  because: "a group in trouble has its name there, how many of its machines serve and what those that do not have in common",
};
const GROUPS: Place = {
  shows: "Eg En Mn",
  because:
    "a row tells in which networks the machines of a group are; for its other columns there is no room beside these, and what else a group says stands on its page",
};
const ENTRIES: Place = {
  shows: "Eg En El Ec Mn Ml Mc",
  because: "a row tells where a machine is, its group and its replica: what else it says stands on its page",
};
const SERVICES: Place = { shows: "Eg Ed", because: "a row tells the hosts of a Service or a ServiceEntry, who answers, and who could but does not" };
const FINDINGS: Place = {
  shows: "Eg Ef Et Eh En El Es Ed Mn Ml Ms Mc Mi Gf Gn Gs Gd Gk",
  because: "a finding has the values that its rule is about, and the reason for which it is muted: no rule is about annotations, Events or probes",
};
/** What lines of the log tell of groups, Services and ServiceEntries. */
const CHANGES = "Ge Gf Gx Gm Gj Gl Gn Gs Gd Gk Sc Sf Xf Xl Xn Xc Xs";
const LOG: Place = {
  shows: `Eg Eh En El Es Ed Em Mn Ml Ms ${CHANGES}`,
  because: "what decides nothing is not recorded as changed: annotations of others, Events, the texts of a probe",
};
const MAP: Place = {
  shows: "Eg El Ml",
  because: "a place has its locality, and the groups that are in one place only have their names there",
  few: "a locality has three parts, and what is cut off behind them may be the mark",
};

/** For every view by its name, which fields stand there. Every other field has no place in it. */
export const PLACES: Readonly<Record<string, Place>> = {
  "/": { ...TROUBLE, atTimes: `Eh ${CHANGES}` },
  "/oncall": TROUBLE,
  "/oncall?display=wall": { ...TROUBLE, few: "a wall has room for four incidents at a time" },
  "/groups": GROUPS,
  "/groups, past": {
    shows: `${GROUPS.shows} Gp`,
    because: "a row has what it has now, and how machines are probed: nothing can be done with a group of the past, which leaves room for that",
  },
  "/entries": ENTRIES,
  "/entries, past": ENTRIES,
  "/entries, gone": {
    ...ENTRIES,
    shows: "Eg En El Ec",
    because: "no machine of a group is gone; of others a row tells what it told of them while they were there",
  },
  "/services": SERVICES,
  "/services, past": SERVICES,
  "/findings": FINDINGS,
  "/findings, past": {
    shows: "Eg Et Eh El Ed Mn Ml Ms Mc Mi Gf Gn Gs Gd Gk",
    because: "of the past nothing is found by rules that ask for service accounts or gateways: neither is recorded",
  },
  "/activity": LOG,
  "/activity, past": LOG,
  "/networks": { shows: "En Mn", because: "a network has its name there, and how many machines are in it" },
  "/localities": MAP,
  "/localities?show=table": MAP,
  "/localities?lost=set:hostile": {
    ...MAP,
    shows: "Eg En El Mn Ml",
    because: "beside the places it names the networks that can be lost, and the groups that would be short",
  },
  "/control-plane": { shows: "Ec Mc", because: "a replica has its name there, and how many machines it holds" },
  "/audit": { shows: "Gj Gk", because: "a command tells which fields it changes and never what they hold: of strangers there are the names of fields" },
  search: {
    shows: "Eg Ed",
    because: "what is found has its name, and a machine its address, over the fleet with the names of its groups",
    few: "of what fits the first are listed",
  },
  machine: ONE_MACHINE,
  drain: ONE_MACHINE,
  deletion: ONE_MACHINE,
  "machine of a group": {
    shows: `${MEMBER} Mi Gs Gd Gk`,
    atTimes: CHANGES,
    because: "a machine that its group knows has the labels and the account of the group beside its own",
  },
  "machine, past": { ...ONE_MACHINE, shows: `Et Eh ${MACHINE} ${EVENTS}`, because: "neither the YAML nor other annotations are recorded" },
  "machine, gone": { shows: MACHINE, because: "of a machine that is gone there is what it was last, and no object", few: "one machine says few things" },
  group: ONE_GROUP,
  "deletion of a group": ONE_GROUP,
  size: ONE_GROUP,
  "group with a command": { shows: "Kc", because: "it says nothing but how its machines are probed, and has none" },
  "group, past": { shows: `Ge Gf Gx ${GROUP_SPEC} ${MEMBER}`, because: "neither the YAML nor other annotations and headers are recorded" },
  "group, gone": { shows: "", because: "of a group that is gone there is when it came and went", few: "nothing of it is left but its name" },
  bundle: { shows: "Gn Gs Gd Gk Gp Gh Gv", because: "the files of a machine hold what its agent and its probe need" },
  arrival: { shows: "Mn Ml Mc", because: "the newest machine is told: where it is, and which replica holds it", few: "it tells of one machine" },
  Service: {
    shows: `${HOST} Ed Mn Ml Ge Gf Gx Gm Gj Gl Gn Gs Gd Gk`,
    because: "it has its own YAML, the endpoints with their places, and what changed near it in the fields that the log tells of groups",
  },
  ServiceEntry: {
    shows: `${HOST_ENTRY} Ge Gf Gx Gm Gj Gl Gn Gs Gd Gk`,
    because: "it has its own YAML, and what changed near it in the fields that the log tells of groups",
  },
  editor: {
    shows: `${HOST} ${HOST_ENTRY} Ed Mn Ml Ge Gf Gx Gm Gj Gl Gn Gs Gd Gk`,
    because: "it stands on the pages of a Service and of a ServiceEntry, and has what they have",
  },
  preview: {
    shows: `${GROUP} ${HOST} ${HOST_ENTRY} Mn Ml Ms Mc`,
    because: "it has the object that is tried, and the machines that come and go with it",
  },
  "new group": { shows: "Rl", because: "of what others write there are the platform team's rules alone" },
  "new group/describe": {
    shows: `Ga Ge Gv ${GROUP_SPEC} Rn`,
    because: "a clone says what its source says, but what was decided for that alone: who leaves it, and which findings are muted",
  },
  "new group/reach": { shows: "Gd Gk", because: "the Service that is made selects the labels of the group" },
  "new group/review": { shows: `Ga Ge Gv ${GROUP_SPEC}`, because: "it has the objects that are made, which say what the clone says" },
};
