import { isIPv4 } from 'node:net';

/** Whether a host name or address leads to this machine only; one that is left out stands for loopback. */
export function isLoopbackHost(host: string | undefined): boolean {
  if (host === undefined) return true;
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  if (isIPv4(name)) return name.startsWith('127.');
  return name === '::1' || name === 'localhost' || name.endsWith('.localhost');
}

/** Whether a web address leads to this machine only; one that is left out does, a malformed one does not. */
export function isLoopbackOrigin(address: string | undefined): boolean {
  if (address === undefined) return true;
  return URL.canParse(address) && isLoopbackHost(new URL(address).hostname);
}
