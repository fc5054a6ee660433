import { SIGN_IN_STATE_MS } from '@cruddur/shared';

/** The source of all times, also of those in SQL. */
export type Clock = { now(): Date };

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Durations in milliseconds. */
export const lifetimes = {
  signUpCode: 24 * HOUR,
  recoveryCode: HOUR,
  signInCode: SIGN_IN_STATE_MS,
  temporaryPassword: 7 * DAY,
  challenge: SIGN_IN_STATE_MS,
  session: 30 * DAY,
  credentials: 50 * MINUTE,
  /**
   * A replaced refresh token stays valid this long, Cognito's maximum: the answer may have been lost, two tabs may refresh at
   * once, or the refreshing tab may hang until another becomes leader.
   */
  refreshGrace: MINUTE,
  /** A replaced refresh token is stored this long, so that its reuse differs from an unknown token. */
  replacedToken: DAY,
  mail: 7 * DAY,
  signingKey: 90 * DAY,
  /** The next key is published this long before it signs: far longer than any verifier caches the keys. */
  keyAnnouncement: 10 * MINUTE,
  betweenKeyReadings: MINUTE,
  limitWindow: 15 * MINUTE,
  wrongCodes: DAY,
  /** An unconfirmed sign-up then releases its address and handle. */
  unconfirmed: DAY,
} as const;

/** The time `ms` milliseconds after `date`; a negative `ms` gives an earlier time. */
export const after = (date: Date, ms: number): Date => new Date(date.getTime() + ms);
