import { readText, type Environment, type Faults } from './config-values.ts';

/** The addresses of Redis: `redis://` or, over TLS, `rediss://`. */
export interface RedisConfig {
  /** One server, or a Redis Cluster. */
  kind: 'server' | 'cluster';
  /** The server, or some nodes of the cluster; at least one. */
  urls: readonly string[];
}

/** Scheme, credentials, hosts, path. `new URL` does not accept a list of hosts. */
const CLUSTER = /^(rediss?)\+cluster:\/\/([^@/]*@)?([^@/?#]+)\/?$/;
const EXPECTED_FORM =
  'redis://HOST or rediss://HOST, or of a cluster redis+cluster://HOST,HOST or rediss+cluster://HOST,HOST';

export function readRedisConfig(env: Environment, name: string, faults: Faults): RedisConfig | undefined {
  const value = readText(env, name);
  if (value === undefined) return undefined;
  const parsed = parseRedisUrl(value);
  if (!parsed) faults.add(name, `must be ${EXPECTED_FORM}`);
  return parsed ?? undefined;
}

/** @returns null for an invalid address */
export function parseRedisUrl(value: string): RedisConfig | null {
  const [, scheme = '', login = '', hosts] = CLUSTER.exec(value) ?? [];
  const urls = hosts?.split(',').map((host) => `${scheme}://${login}${host.trim()}`) ?? [value];
  if (!urls.every(isRedisUrl)) return null;
  return { kind: hosts === undefined ? 'server' : 'cluster', urls };
}

function isRedisUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname } = new URL(value);
  return ['redis:', 'rediss:'].includes(protocol) && hostname !== '';
}
