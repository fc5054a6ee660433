import { expect, test } from 'vitest';
import { OverloadRefusal, Refusal } from '../../../../server/src/domain/errors.ts';
import { logPoolFailure } from '../../../../server/src/wiring/wire-identity.ts';

test('a call of the local pool refused under load is not logged, unlike one that fails', () => {
  const logged: unknown[] = [];
  const log = logPoolFailure({ error: (facts: unknown) => void logged.push(facts) });
  log(new OverloadRefusal(), 'r1');
  expect(logged).toEqual([]);
  const unavailable = new Refusal('generic_503', 1);
  log(unavailable, 'r2');
  expect(logged).toEqual([{ err: unavailable, request_id: 'r2' }]);
});
