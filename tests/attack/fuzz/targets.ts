import { signUp, type TestPerson } from '../../support/people.ts';

/** The ids in nearly valid input. They stay the same for a whole run, so that an input depends on its number only. */
export interface FuzzTargets {
  people: readonly TestPerson[];
  activities: readonly string[];
  groups: readonly string[];
}

const PEOPLE = 8;
const CRUDS_EACH = 3;

/** @param url of a gateway */
export async function createFuzzTargets(url: string): Promise<FuzzTargets> {
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => signUp(url)));
  const activities: string[] = [];
  const groups: string[] = [];
  for (const [index, person] of people.entries()) {
    for (let n = 0; n < CRUDS_EACH; n += 1) {
      activities.push(
        (await person.callOk('createActivity', { body: { message: `target ${n} #fuzz` } })).uuid,
      );
    }
    const other = people[(index + 1) % people.length];
    const { message_group_uuid } = await person.callOk('sendMessage', {
      body: { handle: other?.handle ?? '', message: 'hello' },
    });
    groups.push(message_group_uuid ?? '');
  }
  return { people, activities, groups };
}
