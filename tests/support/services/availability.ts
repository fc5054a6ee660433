import { earliestVersion } from '../earlier-version.ts';
import { findChromium } from './find-chromium.ts';
import { findPostgres } from './find-postgres.ts';
import { findProgram } from './find-program.ts';
import { findPidNamespace } from './pid-namespace.ts';

const SERVICES = {
  postgres: { find: findPostgres, name: 'PostgreSQL', hint: 'apt-get install postgresql' },
  redis: { find: () => findProgram('redis-server'), name: 'Redis', hint: 'apt-get install redis-server' },
  openssl: { find: () => findProgram('openssl'), name: 'OpenSSL', hint: 'apt-get install openssl' },
  unshare: { find: findPidNamespace, name: 'a PID namespace (unshare)', hint: 'run as root' },
  pgbouncer: {
    find: () => findProgram('pgbouncer', ['/usr/sbin']),
    name: 'PgBouncer',
    hint: 'apt-get install pgbouncer',
  },
  prometheus: {
    find: () => findProgram('prometheus'),
    name: 'Prometheus',
    hint: 'apt-get install prometheus',
  },
  history: { find: earliestVersion, name: 'The history of the project', hint: 'git fetch --unshallow' },
  chromium: {
    find: findChromium,
    name: 'Chromium',
    hint: 'apt-get install chromium-headless-shell, or chromium',
  },
} as const;

export type Service = keyof typeof SERVICES;

/**
 * Whether this machine has the service. A missing one is reported in one line with the way to install it, and is a failure
 * with CI=true: there, skipping would hide a broken machine.
 */
export function isUsable(service: Service, tests: string): boolean {
  const { find, name, hint } = SERVICES[service];
  if (find() !== undefined) return true;
  if (process.env.CI === 'true')
    throw new Error(`${name} is missing and the ${tests} tests need it: ${hint}`);
  process.stderr.write(`Skipping the ${tests} tests: ${name} is not installed (${hint}).\n`);
  return false;
}
