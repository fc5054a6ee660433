import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** The violations that axe finds on the page: each rule with the elements that break it. */
export async function findAccessibilityViolations(page: Page): Promise<string[]> {
  // No page has a frame of ours, so axe needs no second page to collect results;
  // and reporting passes takes longer than checking for violations.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join()}`);
}
