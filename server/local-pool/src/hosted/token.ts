import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { PoolContext } from '../context.ts';
import { OAuthError, PoolError } from '../errors.ts';
import { input } from '../input.ts';
import { CLIENT_ID } from '../names.ts';
import { toBlock } from '../passkeys/credential.ts';
import { findSubject } from '../people/subject.ts';
import { endSessions } from '../tokens/end-sessions.ts';
import { refreshTokens } from '../tokens/refresh-tokens.ts';
import { signIn } from '../tokens/sign-in.ts';
import { findTokenHolder } from '../tokens/token-holder.ts';
import { consumeChallenge, saveUnderBlock } from '../sign-in/challenge-store.ts';

type Tokens = { AccessToken: string; IdToken: string; ExpiresIn: number; RefreshToken?: string };

const request = z.object({
  grant_type: input.token,
  client_id: input.token.optional(),
  code: input.token.optional(),
  redirect_uri: input.token.optional(),
  code_verifier: input.token.optional(),
  refresh_token: input.token.optional(),
});

type Request = z.infer<typeof request>;

/** Tokens for a code or a refresh token. @throws OAuthError */
export async function answerToken(context: PoolContext, form: unknown): Promise<object> {
  const parsed = request.safeParse(form);
  if (!parsed.success) throw new OAuthError('invalid_request');
  if (parsed.data.client_id !== CLIENT_ID) throw new OAuthError('invalid_client');
  const tokens = await exchangeGrant(context, parsed.data).catch((error: unknown) => {
    throw error instanceof PoolError ? new OAuthError('invalid_grant') : error;
  });
  return {
    id_token: tokens.IdToken,
    access_token: tokens.AccessToken,
    ...(tokens.RefreshToken !== undefined && { refresh_token: tokens.RefreshToken }),
    expires_in: tokens.ExpiresIn,
    token_type: 'Bearer',
  };
}

async function exchangeGrant(context: PoolContext, form: Request): Promise<Tokens> {
  if (form.grant_type === 'authorization_code') return exchangeCode(context, form);
  if (form.grant_type !== 'refresh_token') throw new OAuthError('unsupported_grant_type');
  return refreshTokens(context, { token: form.refresh_token ?? '', rotate: false });
}

async function exchangeCode(context: PoolContext, form: Request): Promise<Tokens> {
  const block = toBlock(form.code ?? '');
  const challenge = await consumeChallenge(context, 'OAUTH_CODE', block).catch(async (error: unknown) => {
    await endSessionOfUsedCode(context, block, form);
    throw error;
  });
  if (!isProved(challenge.state, form)) throw new OAuthError('invalid_grant');
  const subject = await findSubject(context, challenge.username);
  if (!subject.known) throw new OAuthError('invalid_grant');
  const tokens = (await signIn(context, subject.person)).AuthenticationResult;
  const { session } = await findTokenHolder(context, tokens.AccessToken);
  const state = { ...challenge.state, session: session.origin_jti };
  await saveUnderBlock(context, block, { name: 'OAUTH_CODE_USED', username: challenge.username, state });
  return tokens;
}

/**
 * Two clients know the code and the verifier: one has stolen them and may have been the first, so the session ends. A second use
 * without the verifier ends nothing, because codes are visible in addresses.
 */
async function endSessionOfUsedCode(context: PoolContext, block: string, form: Request): Promise<void> {
  const used = await consumeChallenge(context, 'OAUTH_CODE_USED', block).catch(toUndefined);
  if (!used) return;
  const { username, state } = used;
  if (isProved(state, form)) {
    await endSessions(context, { sub: username, originJtis: [state.session ?? ''] });
  } else {
    await saveUnderBlock(context, block, { name: 'OAUTH_CODE_USED', username, state });
  }
}

function toUndefined(error: unknown): undefined {
  if (error instanceof PoolError) return undefined;
  throw error;
}

const isProved = ({ proof, redirect }: Record<string, string>, form: Request) =>
  proof === hashOf(form.code_verifier ?? '') && redirect === form.redirect_uri;

const hashOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
