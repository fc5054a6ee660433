/** One message about identity: its cause, and where it is shown. */
export type IdentityMessage = {
  message: string;
  /** The action or failure that causes it. */
  cause: string;
  /** Where it is shown; or why it is not, and the call that reports it. */
  visibility: { at: string } | { notShownBecause: string };
  /** The rule whose test causes it: WORDS-3 in Chromium, or another one; WORDS-1, the table, where no screen shows it. */
  ruleId: string;
};
