import { createHash } from 'node:crypto';
import { z } from 'zod';
import { takeChallenge } from '../challenges/challenge-store.ts';
import type { PoolContext } from '../context.ts';
import { PoolError } from '../errors.ts';
import { input } from '../input.ts';
import { CLIENT_ID } from '../names.ts';
import { toBlock } from '../passkeys/credential.ts';
import { findSubject } from '../people/find-subject.ts';
import { refresh } from '../tokens/refresh.ts';
import { signIn } from '../tokens/sign-in.ts';
import { OAuthError } from './oauth-error.ts';

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
  const given = request.safeParse(form);
  if (!given.success) throw new OAuthError('invalid_request');
  if (given.data.client_id !== CLIENT_ID) throw new OAuthError('invalid_client');
  const tokens = await exchange(context, given.data).catch((error: unknown) => {
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

async function exchange(context: PoolContext, given: Request): Promise<Tokens> {
  if (given.grant_type === 'authorization_code') return exchangeCode(context, given);
  if (given.grant_type !== 'refresh_token') throw new OAuthError('unsupported_grant_type');
  return refresh(context, { token: given.refresh_token ?? '', rotate: false });
}

async function exchangeCode(context: PoolContext, given: Request): Promise<Tokens> {
  const { username, state } = await takeChallenge(context, 'OAUTH_CODE', toBlock(given.code ?? ''));
  const isProved = state.proof === undefined || state.proof === hashOf(given.code_verifier ?? '');
  if (!isProved || state.redirect !== given.redirect_uri) throw new OAuthError('invalid_grant');
  const subject = await findSubject(context, username);
  if (!subject.known) throw new OAuthError('invalid_grant');
  return (await signIn(context, subject.person)).AuthenticationResult;
}

const hashOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
