import type { Access } from '@cruddur/shared';
import { Refusal } from '../domain/errors.ts';
import type { AuthenticateToken } from '../domain/sessions/authenticate-token.ts';
import type { Viewer } from '../domain/viewer.ts';

/** Who is asking, and the token by which they said so; a visitor has neither. */
export type Caller = { viewer: Viewer; accessToken: string } | { viewer: null; accessToken: null };

export const VISITOR: Caller = { viewer: null, accessToken: null };

/**
 * Who is asking. Public calls do not look; optional ones take visitors, but a token that comes along must be good.
 * @throws Refusal generic_401 and what `admit` refuses with
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
  return { viewer: await authenticateToken(token, { allowErased: allowErased }), accessToken: token };
}
