import { findChromium, findSecondChromium, findWholeChromium } from './find-chromium.ts';
import { findDocker } from './find-docker.ts';
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
  docker: {
    find: findDocker,
    name: 'A Docker engine with Compose',
    hint: 'apt-get install docker.io docker-compose mmdebstrap, and run as root',
  },
  nginx: { find: () => findProgram('nginx', ['/usr/sbin']), name: 'nginx', hint: 'apt-get install nginx' },
  caddy: { find: () => findProgram('caddy'), name: 'Caddy', hint: 'apt-get install caddy' },
  haproxy: {
    find: () => findProgram('haproxy', ['/usr/sbin']),
    name: 'HAProxy',
    hint: 'apt-get install haproxy',
  },
  chromium: {
    find: findChromium,
    name: 'Chromium',
    hint: 'apt-get install chromium-headless-shell, or chromium',
  },
  wholeChromium: {
    find: findWholeChromium,
    name: 'A Chromium with notifications',
    hint: 'apt-get install chromium',
  },
  firefox: {
    find: () => findProgram('firefox-esr'),
    name: 'Firefox',
    hint: 'apt-get install firefox-esr',
  },
  webkit: {
    find: () => findProgram('Xvfb') && findProgram('WebKitWebDriver'),
    name: 'WebKitGTK',
    hint: 'apt-get install webkit2gtk-driver xvfb dbus-x11',
  },
  secondChromium: {
    find: findSecondChromium,
    name: 'A second Chromium',
    hint: 'apt-get install chromium-headless-shell chromium',
  },
} as const;

export type Service = keyof typeof SERVICES;

/** What is missing of these services, with the way to install it: one line each. */
export function listMissing(services: readonly Service[], tests: string): string[] {
  const missing = services.map((service) => SERVICES[service]).filter(({ find }) => find() === undefined);
  const lines = missing.map(({ name, hint }) => `${name} is not installed (${hint})`);
  // There, skipping would hide a broken machine.
  if (process.env.CI === 'true' && lines.length > 0)
    throw new Error(`The ${tests} tests cannot run: ${lines.join('; ')}`);
  return lines;
}

/** How the line about skipped tests begins. */
export const SKIPPING = 'Skipping the ';

/** Whether this machine has the service of some tests in a file. A missing one is reported in one line at the end, and is a failure with CI=true. */
export function isUsable(service: Service, tests: string): boolean {
  const lines = listMissing([service], tests);
  // eslint-disable-next-line no-console -- the reporter collects it
  for (const line of lines) console.warn(`${SKIPPING}${tests} tests: ${line}`);
  return lines.length === 0;
}
