import { describe, expect, it } from 'vitest';
import { setUpE2e } from './set-up-e2e.ts';

const HOUR_MS = 3_600_000;

describe('the expiry of a crud', () => {
  const e2e = setUpE2e();

  it('[EXPIRY-6] an expired crud disappears from an open page within a second', async () => {
    const ann = await e2e.app.signUp({ name: 'Ann End', handle: 'ann_end' });
    await using bob = await e2e.openSignedInBrowser({ name: 'Bob End', handle: 'bob_end' });
    const body = { user_handle: ann.handle, message: 'gone in an hour', ttl: '1-hour' } as const;
    const { expires_at } = await ann.callOk('createActivity', { body });
    const crud = bob.page.getByText('gone in an hour');
    await crud.waitFor();
    // The page learns of the advanced clock within five seconds, with the server's next head.
    await e2e.app.advance(HOUR_MS - 8000);
    await bob.page.locator('.ending').first().waitFor();
    await crud.waitFor({ state: 'hidden' });
    const { body: answer } = await e2e.app.visitor.send('POST', '/local/clock', {
      body: { advance_ms: 0 },
    });
    const { now } = answer as { now: string };
    const late = Date.parse(now) - Date.parse(expires_at ?? '');
    // In both directions: the page knows the server's time only as exactly as the latency allows.
    expect(Math.abs(late)).toBeLessThan(1000);
  });
});
