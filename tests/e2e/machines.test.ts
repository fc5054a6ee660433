import { afterAll, describe, expect, inject, it } from 'vitest';
import { keepCoverage } from '../model/coverage-file.ts';
import { faultsIn, type Coverage } from '../model/paths/coverage.ts';
import { printCoverage } from '../model/walk/print-coverage.ts';
import { walkAll } from '../model/walk/walk-all.ts';
import type { World } from '../model/walk/world.ts';
import { composeWorld } from '../model/worlds/compose.ts';
import { confirmWorld } from '../model/worlds/confirm.ts';
import { conversationWorld } from '../model/worlds/conversation.ts';
import { recoveryWorld } from '../model/worlds/recovery.ts';
import { sessionWorld } from '../model/worlds/session.ts';
import { signInWorld } from '../model/worlds/sign-in.ts';
import { signUpWorld } from '../model/worlds/sign-up.ts';
import { setStage } from './stage.ts';

const worlds: [name: string, world: World][] = [
  ['sign-in', signInWorld],
  ['sign-up', signUpWorld],
  ['compose', composeWorld],
  ['conversation', conversationWorld],
];
/** Those that take as long once more, with steps of the same kinds: in the long form. */
const further: typeof worlds = [
  ['confirm', confirmWorld],
  ['recovery', recoveryWorld],
  ['session', sessionWorld],
];

describe('the machines, walked by a person', () => {
  const stage = setStage({ env: { LOCAL_POOL_ACCESS_SECONDS: '3600' } });
  const all: Coverage[] = [];
  afterAll(printCoverage);

  it.each(inject('form') === 'full' ? [...worlds, ...further] : worlds)(
    '[MODEL-3] all that can happen in %s happens on the page as its machine says',
    async (_, world) => {
      const coverage = await walkAll(world, stage.app, stage.browser);
      all.push(coverage);
      expect(faultsIn(coverage)).toEqual([]);
    },
  );

  it('[MODEL-5] coverage.json says what was walked in a browser', () => {
    keepCoverage('browser', all);
  });
});
