import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { PoolContext } from '../context.ts';
import { refusals } from '../errors.ts';
import { after, lifetimes } from '../lifetimes.ts';

export type ChallengeName =
  | 'CUSTOM_CHALLENGE'
  | 'DEVICE_PASSWORD_VERIFIER'
  | 'DEVICE_SRP_AUTH'
  | 'NEW_PASSWORD_REQUIRED'
  | 'OAUTH_CODE'
  | 'OAUTH_CODE_USED'
  | 'PASSWORD_VERIFIER'
  | 'SELECT_CHALLENGE'
  | 'WEB_AUTHN'
  | 'WEB_AUTHN_REGISTRATION';

/** A challenge in flight: its username and the state of the next step. */
export type Challenge = { name: ChallengeName; username: string; state: Record<string, string> };

const BLOCK_BYTES = 64;
const content = z.object({ username: z.string(), state: z.record(z.string(), z.string()) });

/** Stores a challenge, so that any gateway can run the next step. @returns its secret block */
export async function saveChallenge(context: PoolContext, challenge: Challenge): Promise<string> {
  const block = randomBytes(BLOCK_BYTES).toString('base64');
  await saveUnderBlock(context, block, challenge);
  return block;
}

/** Stores a challenge under an existing secret block, for example to detect a second use. */
export async function saveUnderBlock(
  context: PoolContext,
  block: string,
  { name, username, state }: Challenge,
): Promise<void> {
  const id_hash = hashOf(block);
  await context.db
    .insertInto('pool_challenges')
    .values({
      id_hash,
      name,
      state_sealed: context.vault.seal(JSON.stringify({ username, state }), `challenge:${id_hash}`),
      expires_at: after(context.clock.now(), lifetimes.challenge),
    })
    .execute();
}

/**
 * Deletes a challenge from the store and returns it: each works once.
 * @throws PoolError NotAuthorizedException when it is unknown, used or older than three minutes
 */
export async function consumeChallenge(
  context: PoolContext,
  name: ChallengeName,
  block: string,
): Promise<Omit<Challenge, 'name'>> {
  const id_hash = hashOf(block);
  const row = await context.db
    .deleteFrom('pool_challenges')
    .where('id_hash', '=', id_hash)
    .where('name', '=', name)
    .where('expires_at', '>', context.clock.now())
    .returning('state_sealed')
    .executeTakeFirst();
  if (!row) throw refusals.invalidSession();
  return content.parse(JSON.parse(context.vault.open(row.state_sealed, `challenge:${id_hash}`)));
}

const hashOf = (block: string) => createHash('sha256').update(block).digest('base64');
