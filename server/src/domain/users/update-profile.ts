import { PUBLIC_STREAM } from '../streams.ts';
import type { RunOperation } from '../operations/run-operation.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf, Answer } from '../use-case.ts';
import type { UpdatedProfile } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import type { Viewer } from '../viewer.ts';

/** Saves the viewer's name and bio, and publishes them on the public stream. */
export async function updateProfile(
  ports: Ports,
  run: RunOperation,
  call: CallOf<'updateProfile'>,
): AnswerOf<'updateProfile'> {
  const { viewer, body } = call;
  await run(call, async (unit) => {
    await unit.people.updateProfile({
      sub: viewer.sub,
      display_name: body.display_name.trim().normalize('NFC'),
      bio: body.bio?.normalize('NFC') ?? null,
    });
    return {
      ref: viewer.sub,
      entries: [{ stream: PUBLIC_STREAM, kind: 'profile.updated', ref: viewer.sub }],
    };
  });
  return buildProfileAnswer(ports, viewer);
}

/** The answer to a saved profile: the current profile, also on a repeat. */
export async function buildProfileAnswer(ports: Ports, viewer: Viewer): Promise<Answer<UpdatedProfile>> {
  const profile = await ports.people.findProfile(viewer.sub, ports.clock.now());
  if (!profile) throw new Refusal('user_not_found');
  const { handle, display_name, bio } = profile;
  return { data: { uuid: viewer.sub, handle, display_name, bio } };
}
