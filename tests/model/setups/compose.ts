import type { Page } from 'playwright-core';
import { composeMachine, type Draft } from '../../../client/src/cruds/compose.machine.ts';
import { composeSamples } from '../../../client/devtools/samples/content.ts';
import { leftOut } from '../left-out.ts';
import type { Model } from '../paths/model.ts';
import type { ModelState } from '../paths/model-state.ts';
import { storeSignedInSession } from '../walk/store-signed-in-session.ts';
import type { PageDriver, WalkContext, WalkSetup } from '../walk/walk-setup.ts';

const { input, events, outcomes } = composeSamples;

const model: Model = {
  machine: composeMachine,
  input: input(),
  initialEnvironment: 'never opened',
  userActions: {
    'open it': { event: events['open it'], leaves: 'opened before' },
    'close it': { event: events['close it'] },
    'type a text': { event: events['type a text'] },
    'type on': { event: events['type on'] },
    'empty the text': { event: events['empty the text'] },
    'choose an hour': { event: events['choose an hour'] },
    'press Crud': { event: events['press Crud'] },
    'another tab changes the draft': {
      event: events['another tab changes the draft'],
      // Before, the popup is not open and cannot receive events.
      given: ['opened before'],
    },
  },
  actorOutcomes: { submit: { 'it is accepted': outcomes.submit['it is accepted'] } },
};

async function open({ app, page }: WalkContext): Promise<PageDriver> {
  await storeSignedInSession(page, await app.signUp());
  await page.goto('/');
  const form = (tab: Page) => tab.getByRole('dialog').getByRole('textbox');
  const fill = (text: string) => () => form(page).fill(text);
  const choose = (tab: Page, lifetime: string) => tab.getByText(lifetime, { exact: true }).click();
  const openComposer = (tab: Page) => tab.getByRole('button', { name: 'Crud', exact: true }).first().click();
  return {
    userActions: {
      'open it': () => openComposer(page),
      'close it': () => page.keyboard.press('Escape'),
      'type a text': fill(events['type a text'].text),
      'type on': fill(events['type on'].text),
      'empty the text': fill(''),
      'choose an hour': () => choose(page, '1 hour'),
      'press Crud': () => page.getByRole('dialog').getByRole('button', { name: 'Crud', exact: true }).click(),
      async 'another tab changes the draft'() {
        const tab = await page.context().newPage();
        await tab.goto('/');
        await openComposer(tab);
        await form(tab).fill(events['another tab changes the draft'].draft.text);
        await choose(tab, '1 day');
        await tab.close();
      },
    },
  };
}

function expects({ snapshot }: ModelState) {
  // A submitted crud is in the outbox at once.
  if (snapshot.hasTag('busy')) return {};
  if (!snapshot.hasTag('open')) return { crud: null };
  const { text, ttl } = snapshot.context as Pick<Draft, 'text' | 'ttl'>;
  return { crud: { text, lifetime: ttl } };
}

export const composeWalk: WalkSetup = {
  model,
  openPage: open,
  expectContent: expects,
  operationByActor: {},
  hasNoRequest: () => true,
  leftOut: leftOut.compose,
};
