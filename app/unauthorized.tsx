import type { Metadata } from "next";
import { TurnedAway } from "@/components/session/turned-away";
import { TURNED_AWAY } from "@/lib/format/session-words";
import { refusalReason } from "@/lib/server/access/sign-in-refusal";
import { visitorPage } from "@/lib/server/request-checks";

export const metadata: Metadata = { title: "Not signed in" };

export default visitorPage(({ refusal, runtime: { config } }) => {
  const url = config.signIn.kind === "proxy" ? config.signIn.signInUrl : null;
  return (
    <TurnedAway
      refusal={refusal === null ? "not-signed-in" : refusalReason(refusal)}
      title={TURNED_AWAY.unauthorized}
      detail={refusal?.detail ?? ""}
      link={url === null ? null : { href: url, text: TURNED_AWAY.open }}
    />
  );
});
