import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What axe finds on the page as it stands: each rule with the elements that break it. */
export async function findAccessibilityViolations(page: Page): Promise<string[]> {
  // No page has a frame of ours, so no second page needs to be opened to put results together; and to describe all that is
  // in order takes longer than to look for what is not.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join()}`);
}
