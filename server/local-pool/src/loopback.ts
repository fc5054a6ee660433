import { isIPv4 } from 'node:net';

/** Whether a host name or address is loopback; undefined counts as loopback. */
export function isLoopbackHost(host: string | undefined): boolean {
  if (host === undefined) return true;
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  if (isIPv4(name)) return name.startsWith('127.');
  return name === '::1' || name === 'localhost' || name.endsWith('.localhost');
}

/** Whether an origin's host is loopback; undefined counts as loopback, a malformed origin does not. */
export function isLoopbackOrigin(address: string | undefined): boolean {
  if (address === undefined) return true;
  return URL.canParse(address) && isLoopbackHost(new URL(address).hostname);
}
