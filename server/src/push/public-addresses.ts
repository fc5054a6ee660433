import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Finds the addresses of a host name. */
export type Resolve = (
  hostname: string,
  /** Node passes no addresses with an error, against its types. */
  answer: (error: NodeJS.ErrnoException | null, addresses?: LookupAddress[]) => void,
) => void;

export const resolveHost: Resolve = (hostname, answer) => lookup(hostname, { all: true }, answer);

/** Whether an address is on the public internet: neither private, nor of this machine, nor reserved, in any notation. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

export class PrivateAddressError extends Error {
  override name = 'PrivateAddressError';
  code = 'EPRIVATE';
  constructor() {
    super('The host name leads to an address that is not public');
  }
}

/**
 * The lookup of a connection: it connects to what was checked here, so a name that leads elsewhere at its next lookup changes
 * nothing. A name that leads to a public and to a private address is refused.
 */
export function lookupPublic(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, (error, addresses = []) => {
      const [first] = addresses;
      if (error || !first) callback(error ?? new Error('The host name has no address'), []);
      else if (!addresses.every(({ address }) => isAllowed(address))) callback(new PrivateAddressError(), []);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
