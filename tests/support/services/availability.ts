import { findChromium } from './find-chromium.ts';
import { findPostgres } from './find-postgres.ts';
import { findProgram } from './find-program.ts';

const SERVICES = {
  postgres: { find: findPostgres, name: 'PostgreSQL', hint: 'apt-get install postgresql' },
  redis: { find: () => findProgram('redis-server'), name: 'Redis', hint: 'apt-get install redis-server' },
  openssl: { find: () => findProgram('openssl'), name: 'OpenSSL', hint: 'apt-get install openssl' },
  chromium: { find: findChromium, name: 'Chromium', hint: 'apt-get install chromium' },
} as const;

export type Service = keyof typeof SERVICES;

/**
 * Whether this machine has the service. A missing one is said in one plain line with the way to get it, and counts as
 * a failure with CI=true: there, skipping would hide a broken machine.
 */
export function isUsable(service: Service, tests: string): boolean {
  const { find, name, hint } = SERVICES[service];
  if (find() !== undefined) return true;
  if (process.env.CI === 'true')
    throw new Error(`${name} is missing and the ${tests} tests need it: ${hint}`);
  process.stderr.write(`Skipping the ${tests} tests: ${name} is not on this machine (${hint}).\n`);
  return false;
}
