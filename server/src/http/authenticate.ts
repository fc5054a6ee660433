import type { Access } from '@cruddur/shared';
import { Refusal } from '../domain/errors.ts';
import type { Admit } from '../domain/sessions/admit.ts';
import type { Viewer } from '../domain/viewer.ts';

/**
 * Who is asking. Public calls do not look; optional ones take visitors, but a token that comes along must be good.
 * @throws Refusal generic_401 and what `admit` refuses with
 */
export async function authenticate(
  admit: Admit,
  access: Access,
  authorization: string | undefined,
): Promise<Viewer | null> {
  if (access === 'public') return null;
  if (authorization === undefined && access === 'optional') return null;
  const token = /^Bearer +([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1];
  if (!token) throw new Refusal('generic_401');
  return admit(token);
}
