/** One message about identity: what provokes it, and where a person reads it. */
export type Row = {
  says: string;
  /** The act that provokes it. */
  act: string;
  /** Where a person sees it; or why nobody does, and which call says it all the same. */
  seen: { at: string } | { byNobody: string };
  /** The rule whose test provokes it: WORDS-2 by the library itself, WORDS-3 in Chromium, or another one of docs/rules.md. */
  proof: string;
};
