import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsIn } from '../model/paths/coverage.ts';
import { record } from '../model/walk/record.ts';
import { walkAll, type Walked } from '../model/walk/walk-all.ts';
import { confirmWorld } from '../model/worlds/confirm.ts';
import { recoveryWorld } from '../model/worlds/recovery.ts';
import { sessionWorld } from '../model/worlds/session.ts';
import { signInWorld } from '../model/worlds/sign-in.ts';
import { signUpWorld } from '../model/worlds/sign-up.ts';
import { launchChromium } from '../support/services/chromium.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

describe('the machines, walked by a person', () => {
  let app: TestApp;
  let browser: Browser;
  const all: Walked[] = [];
  beforeAll(async () => {
    [app, browser] = await Promise.all([
      startTestApp({ env: { LOCAL_POOL_ACCESS_SECONDS: '3600' } }),
      launchChromium(),
    ]);
  });
  afterAll(async () => {
    await record(all);
    await browser.close();
    await app[Symbol.asyncDispose]();
  });

  it.each([
    ['sign-in', signInWorld],
    ['sign-up', signUpWorld],
    ['confirm', confirmWorld],
    ['recovery', recoveryWorld],
    ['session', sessionWorld],
  ])('[MODEL-3] all that can happen in %s happens on the page as its machine says', async (_, world) => {
    const walked = await walkAll(world, app, browser);
    all.push(walked);
    expect(faultsIn(walked.coverage)).toEqual([]);
  });
});
