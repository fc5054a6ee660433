import { readText, type Environment, type Faults } from './config-values.ts';

/** Where Redis is, as addresses `redis://` or, over TLS, `rediss://`. */
export interface RedisConfig {
  /** One server, or a Redis Cluster that hands each key to the node that has it. */
  kind: 'server' | 'cluster';
  /** The server, or nodes through which the cluster is found; at least one. */
  urls: readonly string[];
}

/** Scheme, name and password, hosts, path. A list of hosts is no URL to `new URL`. */
const CLUSTER = /^(rediss?)\+cluster:\/\/([^@/]*@)?([^@/?#]+)\/?$/;
const WANTED =
  'redis://HOST or rediss://HOST, or of a cluster redis+cluster://HOST,HOST or rediss+cluster://HOST,HOST';

export function readRedisConfig(env: Environment, name: string, faults: Faults): RedisConfig | undefined {
  const value = readText(env, name);
  if (value === undefined) return undefined;
  const parsed = parseRedisUrl(value);
  if (!parsed) faults.add(name, `must be ${WANTED}`);
  return parsed ?? undefined;
}

/** @returns null for anything that names no Redis */
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
