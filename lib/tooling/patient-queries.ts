import { configure } from "@testing-library/react";

/** On a busy machine a component takes longer than the second that `findBy…` waits for it. */
configure({ asyncUtilTimeout: 10_000 });
