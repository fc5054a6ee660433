import { afterAll, describe, expect, it } from 'vitest';
import { keepCoverage } from '../model/coverage-file.ts';
import { faultsIn, type Coverage } from '../model/paths/coverage.ts';
import { printCoverage } from '../model/walk/print-coverage.ts';
import { walkAll } from '../model/walk/walk-all.ts';
import { composeWorld } from '../model/worlds/compose.ts';
import { confirmWorld } from '../model/worlds/confirm.ts';
import { conversationWorld } from '../model/worlds/conversation.ts';
import { recoveryWorld } from '../model/worlds/recovery.ts';
import { sessionWorld } from '../model/worlds/session.ts';
import { signInWorld } from '../model/worlds/sign-in.ts';
import { signUpWorld } from '../model/worlds/sign-up.ts';
import { setStage } from './stage.ts';

describe('the machines, walked by a person', () => {
  const stage = setStage({ env: { LOCAL_POOL_ACCESS_SECONDS: '3600' } });
  const all: Coverage[] = [];
  afterAll(printCoverage);

  it.each([
    ['sign-in', signInWorld],
    ['sign-up', signUpWorld],
    ['confirm', confirmWorld],
    ['recovery', recoveryWorld],
    ['session', sessionWorld],
    ['compose', composeWorld],
    ['conversation', conversationWorld],
  ])('[MODEL-3] all that can happen in %s happens on the page as its machine says', async (_, world) => {
    const coverage = await walkAll(world, stage.app, stage.browser);
    all.push(coverage);
    expect(faultsIn(coverage)).toEqual([]);
  });

  it('[MODEL-5] coverage.json says what was walked in a browser', () => {
    keepCoverage('browser', all);
  });
});
