/** People with a temporary password, and codes to sign in by. */
export const challengeStatements = [
  `alter table pool_users drop constraint pool_users_status_check`,
  `alter table pool_users add constraint pool_users_status_check
    check (status in ('UNCONFIRMED', 'CONFIRMED', 'FORCE_CHANGE_PASSWORD'))`,
  `alter table pool_codes drop constraint pool_codes_purpose_check`,
  `alter table pool_codes add constraint pool_codes_purpose_check
    check (purpose in ('sign-up', 'recovery', 'sign-in'))`,
];
