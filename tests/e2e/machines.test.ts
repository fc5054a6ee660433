import { describe, expect, inject, it } from 'vitest';
import { updateCoverageFile } from '../model/coverage-file.ts';
import { findCoverageFaults, type Coverage } from '../model/paths/coverage.ts';
import { walkMachine } from '../model/walk/walk-machine.ts';
import type { WalkSetup } from '../model/walk/walk-setup.ts';
import { composeWalk } from '../model/setups/compose.ts';
import { confirmWalk } from '../model/setups/confirm.ts';
import { conversationWalk } from '../model/setups/conversation.ts';
import { recoveryWalk } from '../model/setups/recovery.ts';
import { sessionWalk } from '../model/setups/session.ts';
import { signInWalk } from '../model/setups/sign-in.ts';
import { signUpWalk } from '../model/setups/sign-up.ts';
import { setUpE2e } from './set-up-e2e.ts';

const setups: [name: string, world: WalkSetup][] = [
  ['sign-in', signInWalk],
  ['compose', composeWalk],
];
/** Machines with the same kinds of steps: long form only. */
const further: typeof setups = [
  ['sign-up', signUpWalk],
  ['conversation', conversationWalk],
  ['confirm', confirmWalk],
  ['recovery', recoveryWalk],
  ['session', sessionWalk],
];

describe('machine walks in a browser', () => {
  const e2e = setUpE2e({ env: { LOCAL_POOL_ACCESS_SECONDS: '3600' } });
  const all: Coverage[] = [];

  it.each(inject('form') === 'full' ? [...setups, ...further] : setups)(
    '[MODEL-3] every step of %s shows on the page what its state requires',
    async (_, setup) => {
      const coverage = await walkMachine(setup, e2e.app, e2e.browser);
      all.push(coverage);
      expect(findCoverageFaults(coverage)).toEqual([]);
    },
  );

  it('[MODEL-5] coverage.json records what was walked in a browser', () => {
    updateCoverageFile('browser', all);
  });
});
