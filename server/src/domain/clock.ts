/** The only source of the current time. SQL gets it as a parameter, so the test clock moves the whole product. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that can be set ahead of the system's, for `POST /local/clock`. */
export interface TestClock extends Clock {
  /** @returns the new current time */
  advance(ms: number): Date;
}

export function createTestClock(base: Clock): TestClock {
  let ahead = 0;
  const now = () => new Date(base.now().getTime() + ahead);
  return {
    now,
    advance: (ms) => {
      ahead += ms;
      return now();
    },
  };
}
