import { z } from 'zod';
import type { Caller, PoolContext } from '../context.ts';
import { authorize, readAuthorization } from './authorize.ts';
import { OAuthError } from '../errors.ts';
import { answerToken } from './token.ts';
import { checkRedirect } from '../redirects.ts';

/** The pool's hosted sign-in. All its input is untrusted and validated here. */
export type HostedLogin = {
  /** The redirect address of a sign-in request. @throws OAuthError */
  findRedirect(query: unknown): string;
  /** Signs in. @returns the address to redirect to @throws OAuthError, PoolError */
  authorize(query: unknown, form: unknown, caller: Caller): Promise<string>;
  /** The token endpoint's answer. @throws OAuthError */
  issueTokens(form: unknown): Promise<object>;
  /** The redirect address of a sign-out. @throws OAuthError */
  findLogoutRedirect(query: unknown): string;
};

const logoutRequest = z.object({ client_id: z.string().optional(), logout_uri: z.string().optional() });

export function createHostedLogin(
  context: PoolContext,
  contextFor: (caller: Caller) => PoolContext,
): HostedLogin {
  return {
    findRedirect: (query) => readAuthorization(context, query).redirect,
    async authorize(query, form, caller) {
      return authorize(contextFor(caller), readAuthorization(context, query), { form, caller });
    },
    issueTokens: (form) => answerToken(context, form),
    findLogoutRedirect(query) {
      const parsed = logoutRequest.safeParse(query);
      if (!parsed.success) throw new OAuthError('invalid_request');
      return checkRedirect(context.redirects.signOut, parsed.data.client_id, parsed.data.logout_uri);
    },
  };
}
