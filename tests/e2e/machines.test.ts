import { afterAll, describe, expect, it } from 'vitest';
import { faultsIn } from '../model/paths/coverage.ts';
import { record } from '../model/walk/record.ts';
import { walkAll, type Walked } from '../model/walk/walk-all.ts';
import { confirmWorld } from '../model/worlds/confirm.ts';
import { recoveryWorld } from '../model/worlds/recovery.ts';
import { sessionWorld } from '../model/worlds/session.ts';
import { signInWorld } from '../model/worlds/sign-in.ts';
import { signUpWorld } from '../model/worlds/sign-up.ts';
import { setStage } from './stage.ts';

describe('the machines, walked by a person', () => {
  const stage = setStage({ env: { LOCAL_POOL_ACCESS_SECONDS: '3600' } });
  const all: Walked[] = [];
  afterAll(async () => {
    await record(all);
  });

  it.each([
    ['sign-in', signInWorld],
    ['sign-up', signUpWorld],
    ['confirm', confirmWorld],
    ['recovery', recoveryWorld],
    ['session', sessionWorld],
  ])('[MODEL-3] all that can happen in %s happens on the page as its machine says', async (_, world) => {
    const walked = await walkAll(world, stage.app, stage.browser);
    all.push(walked);
    expect(faultsIn(walked.coverage)).toEqual([]);
  });
});
