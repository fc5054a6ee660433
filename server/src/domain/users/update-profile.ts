import { PUBLIC_STREAM } from '../streams.ts';
import type { RunOperation } from '../operations/run-operation.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import { buildProfileAnswer } from './build-profile-answer.ts';

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
