import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';

/** Finds the addresses of a host name. */
export type Resolve = (
  hostname: string,
  /** Node passes no addresses with an error, against its types. */
  answer: (error: NodeJS.ErrnoException | null, addresses?: LookupAddress[]) => void,
) => void;

interface LookUpOptions {
  servers?: readonly string[];
  timeoutMs?: number;
}

const LOOKUPS_MAX = 4;
/** Of one look-up, with all name servers and attempts. */
const TIMEOUT_MS = 4000;
/** The wait for the first answer of a name server. */
const TRY_MS = 1000;
/** Addresses and failures are kept for this long. */
const KEPT_MS = 30_000;
const HOSTS_MAX = 1000;

/**
 * Look-ups by DNS alone and in their own sockets: `dns.lookup` takes a thread of the process for as long as a name server does not
 * answer, and the connections to the store, to Redis and to the mail server need the same few threads.
 * @param options default the machine's name servers, in the form of `dns.setServers`
 */
export function createResolve(options: LookUpOptions = {}): Resolve {
  const limit = pLimit(LOOKUPS_MAX);
  const answers = new LRUCache<string, LookUp>({
    max: HOSTS_MAX,
    ttl: KEPT_MS,
    fetchMethod: (hostname) => limit(() => findAddresses(hostname, options)),
  });
  return (hostname, answer) => {
    void answers.forceFetch(hostname).then(({ error, addresses }) => answer(error, addresses));
  };
}

type LookUp = { error: Error; addresses?: never } | { error: null; addresses: LookupAddress[] };

/** @returns the failure for IPv4, when neither family has an address */
async function findAddresses(
  hostname: string,
  { servers, timeoutMs = TIMEOUT_MS }: LookUpOptions,
): Promise<LookUp> {
  const resolver = new Resolver({ timeout: TRY_MS, tries: 2 });
  if (servers) resolver.setServers(servers);
  const timeout = setTimeout(() => resolver.cancel(), timeoutMs);
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ];
    const reason: unknown = four.status === 'rejected' ? four.reason : null;
    return addresses.length === 0 && reason instanceof Error ? { error: reason } : { error: null, addresses };
  } finally {
    clearTimeout(timeout);
  }
}

/** Whether an address is on the public internet: neither private, nor of this machine, nor reserved, in any notation. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

class PrivateAddressError extends Error {
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
