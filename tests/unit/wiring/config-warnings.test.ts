import { expect, it } from 'vitest';
import { findConfigWarnings } from '../../../server/src/wiring/config-warnings.ts';
import { loadConfig } from '../../../server/src/config.ts';

it.each([
  [{}, 0],
  [{ S3_BUCKET: 'faces', DATABASE_URL: 'postgres://localhost/x', REDIS_URL: 'redis://localhost' }, 0],
  [{ DATABASE_URL: 'postgres://localhost/x' }, 1],
  [{ DATABASE_URL: 'postgres://localhost/x', REDIS_URL: 'redis://localhost' }, 1],
])('[AVATAR-14] a configuration for several gateways warns of pictures on one machine: %j', (env, count) => {
  const warnings = findConfigWarnings(loadConfig(env));
  expect(warnings).toHaveLength(count);
  for (const warning of warnings) expect(warning).toContain('S3_BUCKET');
});
