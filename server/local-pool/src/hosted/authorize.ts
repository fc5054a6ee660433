import { z } from 'zod';
import type { Caller, PoolContext } from '../context.ts';
import { OAuthError, refusals } from '../errors.ts';
import { input } from '../input.ts';
import { toChallenge } from '../passkeys/credential.ts';
import { checkPassword } from '../people/check-password.ts';
import { findSubject } from '../people/subject.ts';
import { signIn } from '../tokens/sign-in.ts';
import { saveChallenge } from '../sign-in/challenge-store.ts';
import { checkRedirect, addFragment, addParameters } from '../redirects.ts';

const text = z.string().max(2048).optional();

const request = z.object({
  client_id: text,
  redirect_uri: text,
  response_type: text,
  state: text,
  code_challenge: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional(),
  code_challenge_method: z.literal('S256').optional(),
});

/** A validated request of the authorization endpoint. */
export type Authorization = {
  redirect: string;
  state: string | undefined;
  /** The PKCE code challenge; undefined with the implicit grant. */
  proof: string | undefined;
  responseType: 'code' | 'token';
};

/** @throws OAuthError for another client or an unlisted redirect address */
export function readAuthorization(context: PoolContext, query: unknown): Authorization {
  const parsed = request.safeParse(query);
  if (!parsed.success) throw new OAuthError('invalid_request');
  const { client_id, redirect_uri, response_type, state, code_challenge } = parsed.data;
  const redirect = checkRedirect(context.redirects.signIn, client_id, redirect_uri);
  const responseType = context.redirects.implicit === true ? 'token' : 'code';
  if (response_type !== responseType) throw new OAuthError('unauthorized_client');
  const { code_challenge_method } = parsed.data;
  const hasChallenge = code_challenge !== undefined && code_challenge_method !== undefined;
  if (responseType === 'code' && !hasChallenge) throw new OAuthError('invalid_request');
  return { redirect, state, proof: code_challenge, responseType };
}

const login = z.object({ username: input.username, password: input.password });

/**
 * Checks a password. @returns the address to redirect to, with a code that works once within three minutes; with the implicit
 * grant, with tokens but no refresh token
 * @throws PoolError
 */
export async function authorize(
  context: PoolContext,
  { redirect, state, proof, responseType }: Authorization,
  { form, caller }: { form: unknown; caller: Caller },
): Promise<string> {
  const parsed = login.safeParse(form);
  if (!parsed.success) throw refusals.incorrectLogin();
  const subject = await findSubject(context, parsed.data.username);
  await checkPassword(context, { subject, password: parsed.data.password, address: caller.address });
  if (!subject.known) throw refusals.incorrectLogin();
  if (subject.person.status !== 'CONFIRMED') throw refusals.notConfirmed();
  if (responseType === 'token') {
    const { AuthenticationResult } = await signIn(context, subject.person);
    return addFragment(redirect, { ...toImplicitGrant(AuthenticationResult), state });
  }
  const block = await saveChallenge(context, {
    name: 'OAUTH_CODE',
    username: subject.sub,
    state: { redirect, ...(proof !== undefined && { proof }) },
  });
  return addParameters(redirect, { code: toChallenge(block), state });
}

function toImplicitGrant(tokens: { IdToken: string; AccessToken: string; ExpiresIn: number }) {
  return {
    id_token: tokens.IdToken,
    access_token: tokens.AccessToken,
    expires_in: String(tokens.ExpiresIn),
    token_type: 'Bearer',
  };
}
