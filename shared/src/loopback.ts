const IPV4 = /^127(\.\d{1,3}){3}$/;
/** `https://host:port/…`, without a user's name. */
const ORIGIN = /^[a-z]+:\/\/([^/?#@]+?)(?::\d+)?(?:[/?#]|$)/i;

/** Whether a host name or address is loopback; undefined counts as loopback. */
export function isLoopbackHost(host: string | undefined): boolean {
  if (host === undefined) return true;
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  return IPV4.test(name) || name === '::1' || name === 'localhost' || name.endsWith('.localhost');
}

/** Whether an origin's host is loopback; undefined counts as loopback, a malformed origin does not. */
export function isLoopbackOrigin(address: string | undefined): boolean {
  if (address === undefined) return true;
  const host = ORIGIN.exec(address)?.[1];
  return host !== undefined && isLoopbackHost(host);
}
