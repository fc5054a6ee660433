/** Whom a challenge is for stands in what is sealed; those in flight begin again. */
export const sealedChallengeStatements = [
  `delete from pool_challenges`,
  `alter table pool_challenges drop column username`,
];
