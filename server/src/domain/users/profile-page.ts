import { Refusal } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import { createView } from '../paging.ts';

/** A person's profile with their cruds and reposts, also for visitors. @throws Refusal user_not_found */
export async function profilePage(ports: Ports, call: CallOf<'profilePage'>): AnswerOf<'profilePage'> {
  const view = createView(ports.clock, call.viewer, call.page);
  const person = await ports.people.findByHandle(call.params.handle);
  if (!person) throw new Refusal('user_not_found');
  const {
    data: activities,
    cursors,
    next,
  } = await ports.activities.readProfile(person.cognito_user_uuid, view);
  const profile = await ports.people.findProfile(person.cognito_user_uuid, view.now);
  if (!profile) throw new Refusal('user_not_found');
  return { data: { profile, activities }, cursors, next };
}
