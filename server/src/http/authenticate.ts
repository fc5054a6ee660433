import type { Access } from '@cruddur/shared';
import { Refusal } from '../domain/errors.ts';
import type { AuthenticateToken } from '../domain/sessions/authenticate-token.ts';
import type { Viewer } from '../domain/viewer.ts';

/** The viewer and the token of a call; a visitor has neither. */
export type Caller = { viewer: Viewer; accessToken: string } | { viewer: null; accessToken: null };

export const VISITOR: Caller = { viewer: null, accessToken: null };

/**
 * The caller of a call. Public calls ignore a token; optional ones admit visitors, but a token that is sent must be valid.
 * @throws Refusal generic_401, and the refusals of `authenticateToken`
 */
export async function authenticate(
  authenticateToken: AuthenticateToken,
  { access, allowErased = false }: { access: Access; allowErased?: boolean },
  authorization: string | undefined,
): Promise<Caller> {
  if (access === 'public') return VISITOR;
  if (authorization === undefined && access === 'optional') return VISITOR;
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1];
  if (!token) throw new Refusal('generic_401');
  return { viewer: await authenticateToken(token, { allowErased }), accessToken: token };
}
