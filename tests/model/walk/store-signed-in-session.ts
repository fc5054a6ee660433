import type { Page } from 'playwright-core';
import { createStoredSession } from '../../support/create-stored-session.ts';
import type { TestPerson } from '../../support/people.ts';

/** Stores the session of a signed-in user in a page that shows nothing yet. */
export async function storeSignedInSession(page: Page, person: TestPerson): Promise<void> {
  await page.addInitScript((kept) => {
    for (const { name, value } of kept) localStorage.setItem(name, value);
  }, createStoredSession(person));
}
