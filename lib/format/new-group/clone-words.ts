import type { UnchangedCloneValues } from "@/lib/domain/new-group/clone";

/** Over the description of a group that was made of another one. `source`: the other one's name. */
export function clonedWords({ source }: { readonly source: string }): string {
  return `A clone of ${source}: its labels, template and probe are kept, and nothing of it is made before the review.`;
}

/** What a clone still has in common with its source, each with what comes of it. `source`: its name. */
export function cloneSameWords({ source, account, labels, size }: UnchangedCloneValues & { readonly source: string }): readonly string[] {
  return [
    ...(account === ""
      ? []
      : [
          `The service account ${account} is that of ${source}: machines of both have one identity, every policy that names it means both, and whoever holds a token of it may join either. For an identity of its own, write another account.`,
        ]),
    ...(labels
      ? [
          `The labels of its machines are those of ${source}: every Service and ServiceEntry that takes machines of ${source} sends them traffic as soon as they come.`,
        ]
      : []),
    ...(size ? [`The expected size is that of ${source}.`] : []),
  ];
}
