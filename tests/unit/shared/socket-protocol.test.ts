import { createHash } from 'node:crypto';
import { SOCKET_PROTOCOL_VERSION, socketWire } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { jsonSchemaOf } from '../../../server/src/http/openapi.ts';

const RECORDED = { version: 1, hash: '576b6f34b56ba64c' };
const WHAT_TO_DO =
  'The wire has changed: raise SOCKET_PROTOCOL_VERSION, and record the new version and hash.';

/** The order of fields is no part of the wire. */
function sortFields(key: string, value: unknown): unknown {
  if (key === 'required' && Array.isArray(value)) return value.toSorted();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

test('the wire does not change without a new version', () => {
  const wire = JSON.stringify(jsonSchemaOf(socketWire, 'output'), sortFields);
  const hash = createHash('sha256').update(wire).digest('hex').slice(0, 16);
  expect({ version: SOCKET_PROTOCOL_VERSION, hash }, WHAT_TO_DO).toEqual(RECORDED);
});
