import type { Page } from 'playwright-core';

/** The press of a button by its words, when its time comes; whatever stands after the words is no part of its name. */
export function pressOn(page: Page, name: string): () => Promise<void> {
  return () => page.getByRole('button', { name, exact: true }).click();
}
