import { DISPLAY_NAME_MAX, HANDLE_PATTERN, RESERVED_HANDLES, isAllowedName, isBlank } from '@cruddur/shared';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { Refusal } from '../errors.ts';
import type { IdentityProvider, PersonAttributes, Store } from '../ports.ts';
import type { Person } from '../viewer.ts';
import type { PeopleReads } from './ports.ts';

export interface PersonCachePorts {
  clock: Clock;
  store: Pick<Store, 'runChange'>;
  people: Pick<PeopleReads, 'findPerson'>;
  identity: Pick<IdentityProvider, 'readAttributes'>;
}

const CACHE_MAX = 10_000;

export interface PersonCache {
  /**
   * The person of a verified token. The row is created at the first authenticated call, from the provider's attributes.
   * @throws Refusal handle_taken when the preferred username is not available; generic_401 for an erased person;
   * account_suspended
   */
  findOrCreatePerson: (sub: string, accessToken: string) => Promise<Person>;
  /** Makes the next call read the store. */
  evict: (sub: string) => void;
  evictAll: () => void;
}

export function createPersonCache(ports: PersonCachePorts): PersonCache {
  const cache = new LRUCache<string, Person>({ max: CACHE_MAX });

  let evictions = 0;

  /** What was read before an eviction may be from before the erasure or suspension that caused it. */
  const cachePerson = (person: Person, evictionsBefore: number) => {
    if (evictions === evictionsBefore) cache.set(person.sub, person);
    return person;
  };

  async function findOrCreatePerson(sub: string, accessToken: string): Promise<Person> {
    const cached = cache.get(sub);
    if (cached) return cached;
    const before = evictions;
    const existing = await ports.people.findPerson(sub);
    if (existing?.isErased) throw new Refusal('generic_401');
    if (existing?.suspension) throw new Refusal('account_suspended');
    if (existing)
      return cachePerson({ sub, handle: existing.handle, display_name: existing.display_name }, before);
    const person = toPerson(sub, await ports.identity.readAttributes(accessToken));
    const { result } = await ports.store.runChange(null, async (unit) => {
      const result = await unit.people.insert({ ...person, created_at: ports.clock.now() });
      return { result, entries: [] };
    });
    if (result === 'taken') throw new Refusal('handle_taken');
    return cachePerson({ sub, handle: person.handle, display_name: person.display_name }, before);
  }

  return {
    findOrCreatePerson,
    evict(sub) {
      evictions += 1;
      cache.delete(sub);
    },
    evictAll() {
      evictions += 1;
      cache.clear();
    },
  };
}

export function isUsableHandle(handle: string): boolean {
  return HANDLE_PATTERN.test(handle) && !RESERVED_HANDLES.includes(handle);
}

function toPerson(sub: string, attributes: PersonAttributes): Person & { email: string } {
  const handle = attributes.preferred_username.toLowerCase();
  if (!isUsableHandle(handle)) throw new Refusal('handle_taken');
  const name = Array.from(attributes.name.trim().normalize('NFC')).slice(0, DISPLAY_NAME_MAX).join('');
  // Cognito accepts any name; the handle is shown instead of one that the profile editor would refuse.
  const display_name = isBlank(name) || !isAllowedName(name) ? handle : name;
  return { sub, handle, display_name, email: attributes.email };
}
