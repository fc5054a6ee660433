import { SIGN_IN_STATE_MS } from '@cruddur/shared';

/** Where the pool's time comes from, for SQL too. */
export type Clock = { now(): Date };

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long things last, in milliseconds. */
export const lifetimes = {
  signUpCode: 24 * HOUR,
  recoveryCode: HOUR,
  signInCode: SIGN_IN_STATE_MS,
  temporaryPassword: 7 * DAY,
  challenge: SIGN_IN_STATE_MS,
  session: 30 * DAY,
  credentials: 50 * MINUTE,
  /**
   * A replaced refresh token still works this long, which is Cognito's longest: its answer may have been lost, two tabs may
   * have asked at once, or the tab that asked hung and another took over.
   */
  refreshGrace: MINUTE,
  /** A replaced refresh token is remembered this long, so that its reuse is told from a made-up one. */
  replacedToken: DAY,
  mail: 7 * DAY,
  signingKey: 90 * DAY,
  /** The next key is published this long before it signs: far longer than anybody goes without reading the keys. */
  keyAnnouncement: 10 * MINUTE,
  betweenKeyReadings: MINUTE,
  betweenSweeps: 10 * MINUTE,
  limitWindow: 15 * MINUTE,
  wrongCodes: DAY,
  /** A sign-up that was not confirmed gives its address and handle back. */
  unconfirmed: DAY,
} as const;

/** The moment `ms` milliseconds after `date`; negative for before. */
export const after = (date: Date, ms: number): Date => new Date(date.getTime() + ms);
