import type { Page } from '@cruddur/shared';
import type { Clock } from './clock.ts';
import { parseListPosition, type View } from './paging.ts';
import type { Person } from './viewer.ts';

/** What a reader may see of a list, now. @throws Refusal cursor_invalid */
export function createView(clock: Clock, viewer: Person | null, page: Page): View {
  return {
    viewer: viewer?.sub ?? null,
    now: clock.now(),
    before: parseListPosition(page.before),
    limit: page.limit,
  };
}
