import { misplacedEvidence } from "@/lib/domain/findings/evidence";
import { findingObject, type Rule } from "@/lib/domain/findings/rule";

/** The same as `misplaced-key`, for a Service or ServiceEntry. */
export const misplacedKeyOfService: Rule<"host"> = {
  code: "STL322",
  name: "misplaced-key-of-service",
  subject: "host",
  severity: "warning",
  needs: [],
  noPatchBecause: "the value was never in use, and only its owner knows if it is still meant",
  detect: ({ selector }) => {
    const evidence = misplacedEvidence(selector.misplacedKeys ?? [], () => selector.kind);
    return evidence === null ? [] : [{ objects: [findingObject(selector.kind, selector)], evidence }];
  },
};
