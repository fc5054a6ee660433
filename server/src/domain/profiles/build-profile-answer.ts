import type { UpdatedProfile } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { Answer } from '../use-case.ts';
import type { Viewer } from '../viewer.ts';

/** The answer to a saved profile: the current profile, also on a repeat. */
export async function buildProfileAnswer(ports: Ports, viewer: Viewer): Promise<Answer<UpdatedProfile>> {
  const profile = await ports.people.findProfile(viewer.sub, ports.clock.now());
  if (!profile) throw new Refusal('user_not_found');
  const { handle, display_name, bio } = profile;
  return { data: { uuid: viewer.sub, handle, display_name, bio } };
}
