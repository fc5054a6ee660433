import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { callPool, signIn } from '../support/people.ts';
import { until } from '../support/until.ts';
import { postCrud, signInByForm, type SignedInBrowser } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';

const ANN = { name: 'Ann Draft', handle: 'ann_draft' };
const BOB = { name: 'Bob Draft', handle: 'bob_draft' };

describe('drafts', () => {
  const e2e = setUpE2e();
  let ann: SignedInBrowser;
  let page: Page;
  beforeAll(async () => {
    await e2e.app.signUp(BOB);
    ann = await e2e.openSignedInBrowser(ANN);
    ({ page } = ann);
  });

  const text = () => page.getByRole('dialog').getByRole('textbox');
  const compose = async () => {
    await page.getByRole('button', { name: 'Crud', exact: true }).first().click();
    await text().waitFor();
  };
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')));
  const textIs = (expected: string) =>
    until(async () => (await text().inputValue()) === expected, { what: `the text is “${expected}”` });
  /** Ends every session of Ann's from another device. */
  const endElsewhere = async () => {
    const { accessToken: AccessToken } = await signIn(e2e.app.url, ann.self);
    await callPool(e2e.app.url, 'GlobalSignOut', { AccessToken });
    await page.getByRole('heading', { name: 'Join The Party' }).waitFor();
  };
  const signOut = async () => {
    await page.getByRole('button', { name: /Ann Draft/ }).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
  };

  it('[ACCOUNT-9] a draft survives a reload, with its lifetime', async () => {
    await compose();
    await text().fill('half a thought');
    await page.getByText('1 day', { exact: true }).click();
    await page.reload();
    await compose();
    await textIs('half a thought');
    await page.getByText('Draft kept').waitFor();
    expect(await page.getByRole('radio', { name: '1 day' }).isChecked()).toBe(true);
  });

  it('[ACCOUNT-9] a draft survives the end of a session, for its author', async () => {
    await text().fill('half a thought and');
    await endElsewhere();
    await signInByForm(page, ANN);
    await compose();
    await textIs('half a thought and');
  });

  it('[ACCOUNT-9] a draft is gone once it is sent', async () => {
    await page.keyboard.press('Escape');
    await compose();
    await page.getByRole('dialog').getByRole('button', { name: 'Crud', exact: true }).click();
    await page.getByRole('article').getByText('half a thought and').waitFor();
    expect(await kept()).toEqual([]);
    await page.reload();
    await compose();
    await textIs('');
    await page.keyboard.press('Escape');
  });

  it('[ACCOUNT-9] a message to one user is one draft in all tabs, and a reply is another', async () => {
    const composer = (of: Page) => of.getByPlaceholder('send a direct message...');
    const other = await page.context().newPage();
    for (const tab of [page, other]) await tab.goto(`/messages/new/${BOB.handle}`);
    await composer(other).waitFor();
    await composer(page).fill('Dear Bob');
    await until(async () => (await composer(other).inputValue()) === 'Dear Bob', {
      what: 'the other tab has the draft',
    });
    await composer(other).press('Enter');
    await page.waitForURL(/\/messages\/[0-9a-f-]{36}$/);
    await other.close();
    expect(await kept()).toEqual([]);
    await page.goto('/');
    await page
      .getByRole('article')
      .getByRole('button', { name: /^Reply/ })
      .first()
      .click();
    await text().fill('On second thoughts');
    await page.keyboard.press('Escape');
    expect(await kept()).toHaveLength(1);
  });

  it('[ACCOUNT-10] a draft is not shown to another user of the same browser', async () => {
    await endElsewhere();
    expect(await kept()).toHaveLength(1);
    await signInByForm(page, BOB);
    await compose();
    await textIs('');
    expect(await kept()).toEqual([]);
  });

  it('[ACCOUNT-10] a sign-out asks for confirmation first and then deletes the draft', async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /Bob Draft/ }).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.getByRole('heading', { name: 'Join The Party' }).waitFor();
    await signInByForm(page, ANN);
    await compose();
    await text().fill('never to be read');
    await page.keyboard.press('Escape');
    await signOut();
    await page.getByRole('heading', { name: 'Sign out?' }).waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    expect(await kept()).toHaveLength(1);
    await page.keyboard.press('Escape');
    await signOut();
    await page.getByRole('button', { name: 'Delete and sign out' }).click();
    await page.getByRole('heading', { name: 'Join The Party' }).waitFor();
    expect(await kept()).toEqual([]);
    await signInByForm(page, ANN);
    await postCrud(page, 'all is well');
    await page.getByText('all is well').waitFor();
  });
});
