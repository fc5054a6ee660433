/** The current user as the pages need it; kept locally under these very names. */
export type Person = {
  handle: string;
  display_name: string;
  /** The `sub` of the tokens, a UUID. */
  cognito_id: string;
};
