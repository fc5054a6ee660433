import { DISPLAY_NAME_MAX, HANDLE_PATTERN, RESERVED_HANDLES, isBlank } from '@cruddur/shared';
import type { Clock } from '../clock.ts';
import { Refusal } from '../errors.ts';
import type { IdentityProvider, PersonAttributes, Store } from '../ports.ts';
import type { Person } from '../viewer.ts';
import type { PeopleReads } from './ports.ts';

export interface KnownPeoplePorts {
  clock: Clock;
  store: Pick<Store, 'change'>;
  people: Pick<PeopleReads, 'person'>;
  identity: Pick<IdentityProvider, 'attributesOf'>;
}

const REMEMBERED = 10_000;

export interface KnownPeople {
  /**
   * The person of a verified token. Their row is made at the first authenticated call, from the provider's attributes.
   * @throws Refusal handle_taken when the preferred username is not to be had; generic_401 for somebody who is erased
   */
  personOf: (sub: string, accessToken: string) => Promise<Person>;
  /** Looks again at the next call. */
  forget: (sub: string) => void;
}

export function createKnownPeople(ports: KnownPeoplePorts): KnownPeople {
  const known = new Map<string, Person>();

  const remember = (person: Person) => {
    if (known.size >= REMEMBERED) known.clear();
    known.set(person.sub, person);
    return person;
  };

  async function personOf(sub: string, accessToken: string): Promise<Person> {
    const remembered = known.get(sub);
    if (remembered) return remembered;
    const there = await ports.people.person(sub);
    if (there?.isErased) throw new Refusal('generic_401');
    if (there) return remember({ sub, handle: there.handle, display_name: there.display_name });
    const person = personFrom(sub, await ports.identity.attributesOf(accessToken));
    const { result } = await ports.store.change(async (unit) => {
      const result = await unit.people.insert({ ...person, created_at: ports.clock.now() });
      return { result, entries: [] };
    });
    if (result === 'taken') throw new Refusal('handle_taken');
    return remember({ sub, handle: person.handle, display_name: person.display_name });
  }

  return { personOf, forget: (sub) => void known.delete(sub) };
}

export function isUsableHandle(handle: string): boolean {
  return HANDLE_PATTERN.test(handle) && !RESERVED_HANDLES.includes(handle);
}

function personFrom(sub: string, attributes: PersonAttributes): Person & { email: string } {
  const handle = attributes.preferred_username.toLowerCase();
  if (!isUsableHandle(handle)) throw new Refusal('handle_taken');
  const name = Array.from(attributes.name.trim().normalize('NFC')).slice(0, DISPLAY_NAME_MAX).join('');
  return { sub, handle, display_name: isBlank(name) ? handle : name, email: attributes.email };
}
