/** The addresses of Redis: `redis://` or, over TLS, `rediss://`. */
export interface RedisConfig {
  /** One server, or a Redis Cluster. */
  kind: 'server' | 'cluster';
  /** The server, or some nodes of the cluster; at least one. */
  urls: readonly string[];
}

/** Scheme, credentials, hosts, path. `new URL` does not accept a list of hosts. */
const CLUSTER = /^(rediss?)\+cluster:\/\/([^@/]*@)?([^@/?#]+)\/?$/;

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
