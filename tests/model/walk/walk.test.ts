import { describe, expect, it } from 'vitest';
import { updateCoverageFile } from '../coverage-file.ts';
import { findCoverageFaults, type Coverage } from '../paths/coverage.ts';
import { walkMachine } from './walk-machine.ts';
import type { WalkSetup } from './walk-setup.ts';
import { composeWalk } from '../setups/compose.ts';
import { confirmWalk } from '../setups/confirm.ts';
import { conversationWalk } from '../setups/conversation.ts';
import { recoveryWalk } from '../setups/recovery.ts';
import { sessionWalk } from '../setups/session.ts';
import { signInWalk } from '../setups/sign-in.ts';
import { signUpWalk } from '../setups/sign-up.ts';
import { setUpE2e } from '../../e2e/set-up-e2e.ts';

const setups: [name: string, world: WalkSetup][] = [
  ['sign-in', signInWalk],
  ['compose', composeWalk],
  ['sign-up', signUpWalk],
  ['conversation', conversationWalk],
  ['confirm', confirmWalk],
  ['recovery', recoveryWalk],
  ['session', sessionWalk],
];

// The last test reads what the others have walked.
describe('machine walks in a browser', { shuffle: false }, () => {
  const e2e = setUpE2e({ env: { LOCAL_POOL_ACCESS_SECONDS: '3600' } });
  const all: Coverage[] = [];

  it.each(setups)('every step of %s shows on the page what its state requires', async (_, setup) => {
    const coverage = await walkMachine(setup, e2e.app, e2e.browser);
    all.push(coverage);
    expect(findCoverageFaults(coverage)).toEqual([]);
  });

  it('coverage.json records what was walked in a browser', () => {
    updateCoverageFile('browser', all);
  });
});
