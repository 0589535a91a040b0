/**
 * The embedded cluster: an API server on loopback, a simulated control plane and a fleet of machines, until SIGTERM or SIGINT.
 *
 *   --kubeconfig FILE   where to write the kubeconfig of the user `dashboard` once all is ready; beside it NAME.kubeconfig for admin,
 *                       dashboard, viewer, team-shop (namespace shop only), nobody
 *   --scenario NAME     demo (default), steady, zone-outage, istiod-rollout, bad-deploy, flapping, leak, reused-ip, migration, examples, empty, huge
 *   --entries N         a generated fleet of N machines instead of the demo's     --seed N     another fleet, another course of events
 *   --speed N           divides grace period, maximum connection age and the pauses of scenarios; istiod's Pods say so
 *   --objects FILE      serves the objects of a JSON file {"cluster","objects"} under that cluster's name, without machines and istiod
 *   --tokens TEXT       sandboxes with the same text know the same people by the same tokens
 *   --max-age SECONDS   istiod's maximum connection age, before it is sped up     --port N     of the API server (0 = any)
 *   --bookmark-seconds N  a quiet watch brings a bookmark this often, not about every minute as kube-apiserver's do
 *   --max-token-seconds N   the longest life of a service account's token, as kube-apiserver's --service-account-max-token-expiration, and here also shorter
 *   --control PORT      serves the verbs below on 127.0.0.1 (0 = any); the address goes to the file `control` beside the kubeconfig
 *   --oidc-issuer URL, --oidc-client-id ID, --oidc-ca FILE, --oidc-username-claim, --oidc-username-prefix, --oidc-groups-claim, --oidc-groups-prefix
 *                       an OpenID provider whose users are users here: kube-apiserver's options of these names
 * Each may come from the environment instead: SANDBOX_SCENARIO, SANDBOX_MAX_AGE, …
 *
 * Control: bodies and answers are JSON; a VM is named by its own name or its entry's.
 *   GET /state[?vms=0]                  scenario, replicas, pods with their connections, counts, and each VM
 *   POST /compact                       the API server forgets all changes so far: a watch from before gets 410 and has to list anew
 *   POST /scenario/NAME                 ends what plays and begins another (`steady` brings everybody back)
 *   POST /vms                           a new VM: {"name","namespace","address","group"|"entry","network","locality","serviceAccount","labels","probe","replica"}
 *                                       or {"name","address","bundle":{"cluster.env":…,"mesh.yaml":…,"hosts":…,"root-cert.pem":…,"istio-token":…},
 *                                       "clockSkewSeconds"}: a machine that is what its five files say
 *   GET /vms/NS/NAME                    its state; DELETE: it closes its stream and is forgotten
 *   POST /vms/NS/NAME/health            {"problem":""} healthy, any other text unhealthy
 *   POST /vms/NS/NAME/disconnect        it closes its stream and stays away; …/connect: it is back; …/vanish: it dies without closing
 *   POST /replicas/NAME                 starts a replica: `new`, a name of its own, or that of a lost one (which restarts in its Pod)
 *   DELETE /replicas/NAME               ends it as a rollout does (?writes=NS/VM, repeated: whose disconnection it still writes);
 *                                       ?lost: dies without a word and its Pod stays; ?pod: deletes the Pod of a lost one
 */
import { run } from "./program/run";

await run(process.argv.slice(2), process.env);
