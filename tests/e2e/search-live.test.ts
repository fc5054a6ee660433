import { beforeAll, describe, expect, it } from 'vitest';
import { addCruds } from '../support/many-cruds.ts';
import type { TestPerson } from '../support/people.ts';
import type { Arrived } from './person.ts';
import { setStage } from './stage.ts';

describe('search results', () => {
  const stage = setStage({ env: { RATE_LIMITS: 'off' } });
  let ann: Arrived;
  let bob: TestPerson;
  beforeAll(async () => {
    bob = await stage.app.signUp({ name: 'Bob Whale', handle: 'bob_sea' });
    await addCruds(stage.app, { author: bob.sub, count: 40, textOf: (index) => `Whale number ${index}` });
    ann = await stage.arrive({ name: 'Ann Search', handle: 'ann_search' });
  });

  const write = (message: string) =>
    bob.ask('createActivity', { body: { user_handle: 'bob_sea', message, ttl: '1-day' } });

  it('[LIVE-9] show what is written meanwhile if it matches, lose what burns, and mark what is liked', async () => {
    const { page } = ann;
    await page.goto('/search?term=whale');
    await page.getByText('Whale number 39').waitFor();
    await write('A boat, and nobody on it');
    const { uuid } = await write('The whale is back');
    await page.getByText('The whale is back').waitFor();
    expect(await page.getByText('A boat, and').count()).toBe(0);
    const card = page.locator(`article[data-crud="${uuid}"]`);
    await card.getByRole('button', { name: /^Like/ }).click();
    await card.locator('[data-action=like][aria-pressed=true]').waitFor();
    await bob.ask('burnActivity', { params: { activity_uuid: uuid } });
    await card.waitFor({ state: 'detached' });
  });

  it('[LIVE-9] hold new ones in the header while somebody reads further down', async () => {
    const { page } = ann;
    await page.goto('/search?term=whale');
    await page.getByText('Whale number 39').waitFor();
    await page.mouse.move(600, 400);
    await page.mouse.wheel(0, 1500);
    await page.waitForFunction(() => window.scrollY > 1000);
    await write('Another whale');
    await page.getByRole('button', { name: '1 new crud' }).click();
    await page.getByText('Another whale').waitFor();
    expect(ann.complaints).toEqual([]);
  });
});
