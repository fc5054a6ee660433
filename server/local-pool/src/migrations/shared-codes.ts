/**
 * Who asked for a code and what it is, sealed, so that a request from elsewhere mails it again instead of voiding it; and which
 * codes are long. A gateway of the version before replaces `code_mac` alone, and the other columns then no longer fit it.
 */
export const sharedCodeStatements = [
  `alter table pool_codes add column requester text`,
  `alter table pool_codes add column code_sealed text`,
  `alter table pool_codes add column long_mac text`,
  `alter table pool_codes drop constraint pool_codes_tries_check`,
  `alter table pool_codes add constraint pool_codes_tries_check check (tries between 0 and 1000)`,
];
