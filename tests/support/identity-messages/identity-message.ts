/** One message about identity: what provokes it, and where a person reads it. */
export type IdentityMessage = {
  message: string;
  /** The act that provokes it. */
  cause: string;
  /** Where a person sees it; or why nobody does, and which call says it all the same. */
  visibility: { at: string } | { notShownBecause: string };
  /** The rule whose test provokes it: WORDS-2 by the library itself, WORDS-3 in Chromium, or another one of docs/rules.md. */
  ruleId: string;
};
