/** The ways in which callers reach the machines, and what each means. */
export const REACH_WORDS = {
  none: { title: "Not yet", says: "The machines register and are checked, and no caller is sent to them." },
  existing: { title: "A host that is there", says: "Its selector takes the machines as soon as they may get traffic." },
  service: { title: "A new Service", says: "Callers of every namespace reach it by its name, as they reach Pods." },
  serviceentry: {
    title: "A new ServiceEntry",
    says: 'Its own host name. With exportTo "." only callers of this namespace can call it: take "." away, or name namespaces, for others.',
  },
} as const;

/** Of machines that are new to a host that serves already. */
export function existingHostWords({ hosts }: { readonly hosts: number }): string {
  if (hosts === 0) return "No host takes machines with these labels. Change the labels, or make a host.";
  return `${hosts === 1 ? "This host sends" : "These hosts send"} production traffic to the new machines as soon as they report healthy, or at once where nothing checks them.`;
}

/** What a host that is made takes now, before the machines come. */
export function takesNowWords({ taken, answers }: { readonly taken: number; readonly answers: number }): string {
  if (taken === 0) return "It takes nobody yet: the machines come once they register.";
  return `It takes ${taken} that ${taken === 1 ? "is" : "are"} there already, of which ${answers} answer: callers reach them too.`;
}
