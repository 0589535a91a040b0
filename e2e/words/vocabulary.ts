/** Words that state nothing about any object: names of pages, columns and fields, labels of controls, explanations. A name of a control is one too. */
export const VOCABULARY: ReadonlySet<string> = new Set(
  `
Read the probe's message, then look at the application and at the agent's log on the machine.
When a group is deleted, Kubernetes deletes the entries that it owns, while their machines stay connected. istiod registers them again once the group is back.
Nothing. If the machine connects again, istiod creates a new entry.
Look for the machine itself: is it up, and does its istio-agent reach istiod?
Nothing until the agent reports again. It does so only when the result flips, and once after each reconnection.
Skip to the page | Pages | Stolos | Audit: commands given through Stolos | Arrival | Fleet | Groups | Entries | Localities | Networks | Control plane | Activity | More | Keys | ? | / | sandbox | all namespaces | UTC | in trouble
in trouble, in all namespaces | Find a machine, group, address, host | Times: UTC. Switch to your own time | Where this is
Times are in UTC. Press for your own time. | Theme: As the system | Copy link | Copy summary | Copy name | CSV | JSON | Columns
How far back | 15m | 1h | 6h | 24h | 7d | from–to | A window of your own | as table | Filter | Filter this list | worst first | and …
Export entries as CSV | Export entries as JSON | Export groups as CSV | Export groups as JSON | Export activity as CSV | Export activity as JSON
Next in the list (n) | Previous in the list (p)
A moment in the band; arrows move, shift marks, Enter shows what is marked
A moment in the timeline; arrows move, shift marks, Enter shows what is marked
checkout state:unhealthy zone:eu-central-1a | 10.20 app=checkout zone:eu-central-1a | 10.20.1.14 503 version | 2026-11-21 04:16:12
NAMESPACE | NAME | STATE | FOR | WHY | ZONE | REPLICA | FLAPS | LAST HOUR | STATUS | GROUP | SINCE | SERVING | MACHINES | PROBE | ACCOUNT
state:vanished | in trouble / machines | bar: share of the lost · tick: share of those that stayed | Machines that vanished, newest first | Next | What to do | What Istio does | for those unhealthy | for those vanished | When last seen | no disconnection was written down | its page as it was then | deleted | Groups of shop | https 8443 | Flux | Argo CD | Helm
10.20 app=checkout zone:eu-central-1a age>5d | group deleted | True…
NETWORKS | AGE | CONDITION | LAST REPORTED | LAST TRANSITION | MESSAGE | LABEL | FROM | SIZE
healthy | not checked, draining, awaiting | in doubt | nobody can vouch | down | expected, missing | Live again. | Not live: what the page shows is not confirmed. | not recorded | replicas not seen | missing | disconnected
unverified | reconnecting | draining | awaiting first probe | awaiting | unhealthy | overdue | vanished | unchecked | unreadable | none | all
The fleet | In trouble | Groups in trouble | Lately | Lost | Machines | Machines of the group | Groups of machines | Entries, worst first
Entries, newest first | What happened, newest first | time | who | what happened | where | changes | Show | Show older | Show it | YAML | Events | Commands
Template | Probe | Labels | Belongs to | The machine | Where | Why | What Istio does next | Reported health | True time in state | routine reconnections too
Effective labels and their origin | The condition Healthy as stored | The fleet as it was | The fleet as it was at | Filter the log | Group | group | Remove every filter
Text in names and details | no group | all of them only read | filter them | a flat line is good news | the page as it was then | first after | every
timeout | thresholds | account | age | origin | owner | managed by | last writer | created by | expected size | revision | replica | network | zone
region | state | locality | address | ports | weight | health | exists | connection | controller | health gate | last report | so it is served
connected to | for entries to come | not set | not known | not known yet | nothing recorded of it | hand-written | hand-written-checked | auto-registered
Selected by | Policies | HOST | PORT | HERE | BECAUSE | TLS | TAKES | ENTRIES TO COME | WHO ANSWERS | mTLS | plain text | taken | try other labels
Hosts that select this machine, by port | Hosts that select machines of this group | TLS: as callers in the host's own namespace speak to it.
its policy takes mTLS only (STRICT) | None touches it. | nothing selects labels like theirs
as selectors see them | spec.labels and metadata.labels | added by Istio from the entry's fields | istiod, when the machine connected | — | uid | uid… | …
httpGet | tcpSocket | exec | grpc | no | in | by | of
Is it the control plane? | The proxies of the namespace that istiod serves | runs | is stopping | does not run | gone, still named | not visible
Views | Wall display | Parts of this page | Leave the wall display | Freshness
Planned to go | Who else is planned to go
Ready? | Describe | Reach | Review | Bundle | Arrive | Steps | Namespace | Namespaces | Choose | Next: describe it | New group | ✓ | !
What you may do there | asked of Kubernetes as you | Rights | What the mesh gives | Facts of the mesh | Which istiod takes machines | Revisions of istiod
Type another | Cluster ID of your own | Trust domain of your own | East-west gateway of your own | empty: what is told above
Where you may make a group | Sign out
Entries to delete | What becomes of their machines | Hosts that lose endpoints | No host in your sight loses an endpoint. | Close | Cancel
Is the agent up? | Is its Envoy ready? | The agent's log | Go to the machine | Its istiod replica | What the replica said of it
The object as stored | The object in words | The entries of the namespace, as they change | Istio's own check of the namespace
It reaches a machine with its next bundle, not by itself.
A change here does not reach entries that exist: it takes effect when they are created anew.
Both times move with every report, also when nothing changed: neither tells since when.
Kubernetes stores who wrote a field last, not who created the object.
None. istiod writes no Kubernetes Events for these objects.
As stored in the API server, read with this server's account.
Nobody signs in here: you see and change what this server's own account may, and so does whoever reaches it.
Nobody signs in here: you see what this server's own account may, and so does whoever reaches it. Nothing can be changed.
A machine is here when its entry ended and nobody had planned it: lost by istiod, swept, or gone while nobody was looking.
closes the connection at about its maximum age; the machine then opens a new one
sweeps the entry away, unless the machine connects again before
bar: share of the lost · tick: share of the rest
On call | Services | Hosts | HOST | OWNER | WHO ANSWERS | PODS | SHARE BY WEIGHT | PORTS | CALLABLE FROM | machine | pod | inline endpoint | takes no traffic | gone
In no host | Hosts and who answers for them | Machines and groups that no selector takes | Export services as CSV | Export services as JSON
Findings | findings | Table | Export findings as CSV | Export findings as JSON | Cannot tell | severity:error rule:STL101 kind:entry 10.8.4.2
Filter by severity, what it is about … | mute | mute all | this finding | findings of this rule | Error | Warning | Note
Error: Traffic is lost or goes astray now. | Note: Worth knowing; nothing fails by it.
Warning: It will fail when something else happens, or nobody can rely on it. | SEVERITY | RULE | ABOUT | FOUND | FINDINGS
who selects this? | HOSTS THAT WANT IT | Filter by status, who answers … | soap status:nobody app=checkout caller:shop
The age is that of the oldest proof among the lists of workload entries, workload groups and istiod's Pods; while Nodes cannot be read, no machine is green. A list that holds more than you may see tells its age rounded up.
`
    .split(/\n| \| /)
    .map((text) => text.trim())
    .filter((text) => text !== ""),
);

/** Labels that name the thing they stand beside: what is behind the words is in the vocabulary, or a value. */
export const LABELLED = /^(?:Copy: |Filter by |What does |Remove the filter |More: |Who selects )/;
