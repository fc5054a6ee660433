import { expect, it } from 'vitest';
import { setUpE2e } from './set-up-e2e.ts';
import { shiftsDuringUse } from './use-product.ts';

const MINUTE_MS = 60_000;
/** A round takes about 15 seconds. */
const ROUNDS = 20;

const e2e = setUpE2e({ env: { RATE_LIMITS: 'off' } });

it(
  '[PAINT-28] nothing moves during five minutes of use with live inserts and a ten-second outage',
  { timeout: 10 * MINUTE_MS },
  async () => {
    expect(await shiftsDuringUse(e2e, { rounds: ROUNDS })).toEqual([]);
  },
);
