/** Where the time comes from, for SQL too. */
export type Clock = { now(): Date };
