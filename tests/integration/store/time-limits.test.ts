import { expect, inject, test } from 'vitest';
import { openTestStore } from '../../support/test-store.ts';

const LIMITS = ['idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout'] as const;

test('[STORE-9] a gateway that hangs blocks the store for seconds only; the embedded store needs no limits', async () => {
  await using opened = await openTestStore();
  const set = await Promise.all(
    LIMITS.map(async (name) => {
      const found = await opened.store.db
        .selectNoFrom((eb) => eb.fn<string>('current_setting', [eb.val(name)]).as('value'))
        .executeTakeFirst();
      return found?.value;
    }),
  );
  // PGlite enters an endless loop once such a limit has passed.
  expect(set).toEqual(inject('store') === 'postgres' ? ['2s', '3s', '5s'] : ['0', '0', '0']);
});

// The embedded PostgreSQL is built without a compiler.
test.runIf(inject('store') === 'postgres')(
  '[QUERY-8] PostgreSQL compiles no statement of a gateway',
  async () => {
    await using opened = await openTestStore();
    const found = await opened.store.db
      .selectNoFrom((eb) => eb.fn<string>('current_setting', [eb.val('jit')]).as('jit'))
      .executeTakeFirst();
    expect(found).toEqual({ jit: 'off' });
  },
);
