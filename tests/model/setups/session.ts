import type { Page } from 'playwright-core';
import { sessionMachine } from '../../../client/src/account/session/session.machine.ts';
import { emailOf, PASSWORD } from '../../e2e/test-browser.ts';
import { createSignUpDetails } from '../../support/local-pool/people.ts';
import { waitUntilHydrated } from '../../support/wait-until-hydrated.ts';
import { leftOut } from '../left-out.ts';
import type { Model } from '../paths/model.ts';
import type { ModelState } from '../paths/model-state.ts';
import { createButtonPress } from '../walk/create-button-press.ts';
import { endPoolSessions } from '../walk/pool-status.ts';
import type { PageDriver, WalkContext, WalkSetup } from '../walk/walk-setup.ts';

/** An hour, the lifetime of tokens in the walked application, and ten minutes, because the page's clock stands still while a step is taken. */
const FRESH_MS = 4_200_000;
const CLOCK_STEP_MS = 20;
const person = { handle: 'stranger', display_name: 'Before', cognito_id: 'sub' };
const renamed = { ...person, display_name: 'After' };
const holding = { person, dueAt: 0 };

const model: Model = {
  // The walk alone decides when tokens are due, because its steps are generated at another time than they are taken.
  machine: sessionMachine.provide({ delays: { untilRefresh: FRESH_MS } }),
  initialEnvironment: 'nowhere',
  userActions: {
    'sign in': { event: { type: 'SIGNED_IN' }, given: ['stranger'] },
    'sign in in another tab': { event: { type: 'STORED', holding }, given: ['stranger'], leaves: 'person' },
    'sign out': { event: { type: 'SIGN_OUT', all: true }, given: ['person'], leaves: 'gone' },
    'sign out in another tab': {
      event: { type: 'STORED', holding: null },
      given: ['person'],
      leaves: 'gone',
    },
    'change the name': { event: { type: 'PERSON', person: renamed }, given: ['person'], leaves: 'renamed' },
    'change the name in another tab': {
      event: { type: 'STORED', holding: { ...holding, person: renamed } },
      given: ['person'],
      leaves: 'renamed',
    },
  },
  actorOutcomes: {
    restore: {
      'no session is stored': { output: null, given: ['nowhere'], leaves: 'stranger' },
      'a session is stored': { output: holding, given: ['nowhere'], leaves: 'person' },
    },
    adopt: { 'the user is known': { output: holding, leaves: 'person' } },
    renew: {
      'new tokens': { output: holding, given: ['person'] },
      'new tokens for the new name': { output: { ...holding, person: renamed }, given: ['renamed'] },
      'the session is over': { output: null, leaves: 'gone' },
    },
  },
};

async function open({ app, page }: WalkContext): Promise<PageDriver> {
  const { handle } = createSignUpDetails();
  const self = { handle, name: person.display_name };
  const { sub } = await app.signUp(self);
  const elsewhere = async (runInTab: (tab: Page) => Promise<void>) => {
    const tab = await page.context().newPage();
    await runInTab(tab);
    await tab.close();
  };
  const storedToken = () => page.evaluate(() => localStorage.getItem('access_token'));
  const signOut = async (tab: Page) => {
    await tab.goto('/');
    await tab.getByRole('button', { name: `@${handle}` }).click();
    await createButtonPress(tab, 'Sign Out')();
  };
  const signIn = async (tab: Page) => {
    await tab.getByLabel('Email').fill(emailOf(self));
    await tab.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await createButtonPress(tab, 'Sign In')();
  };
  const signInElsewhere = () =>
    elsewhere(async (tab) => {
      await tab.goto('/signin');
      await signIn(tab);
      await tab.getByRole('heading', { name: 'Home' }).waitFor();
    });
  const rename = async (tab: Page) => {
    await tab.getByRole('link', { name: 'Profile' }).first().click();
    await createButtonPress(tab, 'Edit Profile')();
    await tab.getByLabel('Display Name').fill(renamed.display_name);
    await createButtonPress(tab, 'Save')();
    await tab.getByRole('dialog').waitFor({ state: 'hidden' });
  };
  return {
    userActions: {
      async 'sign in'() {
        await page.getByRole('link', { name: 'Sign In' }).first().click();
        await signIn(page);
      },
      'sign in in another tab': signInElsewhere,
      'sign out': () => signOut(page),
      'sign out in another tab': () =>
        elsewhere(async (tab) => {
          await signOut(tab);
          await tab.getByRole('heading', { name: 'Join The Party' }).waitFor();
        }),
      'change the name': () => rename(page),
      'change the name in another tab': () =>
        elsewhere(async (tab) => {
          await tab.goto('/');
          await rename(tab);
        }),
    },
    prepareOutcome: {
      async 'restore: no session is stored'() {
        await page.goto('/');
        // The page's clock stands still: it never becomes idle, and hydrates in steps of its timers.
        await waitUntilHydrated(page, () => page.clock.runFor(CLOCK_STEP_MS));
        return 'through';
      },
      async 'restore: a session is stored'() {
        await signInElsewhere();
        await page.goto('/');
        return 'through';
      },
      async 'renew: the session is over'() {
        await endPoolSessions(app, sub);
        return 'through';
      },
    },
    readHiddenEffect: { 'renew: new tokens': storedToken, 'renew: new tokens for the new name': storedToken },
  };
}

function expects({ snapshot, environment }: ModelState) {
  if (environment === 'nowhere') return {};
  if (!snapshot.hasTag('person')) return { signedInName: '' };
  const { holding: held } = snapshot.context as { holding: typeof holding | null };
  return { signedInName: held?.person.display_name ?? '' };
}

export const sessionWalk: WalkSetup = {
  model,
  openPage: open,
  expectContent: expects,
  operationByActor: { adopt: 'GetUser', renew: 'GetTokensFromRefreshToken', leave: 'GlobalSignOut' },
  hasNoRequest: (actor) => actor === 'restore',
  leftOut: leftOut.session,
};
