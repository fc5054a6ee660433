import type { Access } from '@cruddur/shared';
import { Refusal } from '../domain/errors.ts';
import type { AuthenticateToken } from '../domain/sessions/authenticate-token.ts';
import type { Viewer } from '../domain/viewer.ts';

/** The viewer and the token of a call; a visitor has neither. */
export type Caller = { viewer: Viewer; accessToken: string } | { viewer: null; accessToken: null };

export const VISITOR: Caller = { viewer: null, accessToken: null };

export interface CallToAuthenticate {
  route: { access: Access; allowErased?: boolean; allowSuspended?: boolean };
  authorization: string | undefined;
  /** Empty when the caller sends none. */
  userAgent: string;
  charges: CallCharges;
}

/** Who pays for a call: each throws Refusal generic_429 when it has made too many. */
export interface CallCharges {
  address: () => Promise<void>;
  person: (sub: string) => Promise<void>;
}

/**
 * The caller of a call. Public calls ignore a token; optional ones admit visitors, but a token that is sent must be valid.
 * The address pays for calls without a token and for tokens that must be verified; its other calls are the person's, because
 * hundreds of people may share an address.
 * @throws Refusal generic_401, generic_429, and the refusals of `authenticateToken`
 */
export async function authenticate(
  authenticateToken: AuthenticateToken,
  { route, authorization, userAgent, charges }: CallToAuthenticate,
): Promise<Caller> {
  const { access, allowErased = false, allowSuspended = false } = route;
  const isVisitor = access === 'public' || (access === 'optional' && authorization === undefined);
  const token = isVisitor ? undefined : /^Bearer +([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1];
  if (token === undefined) {
    await charges.address();
    if (isVisitor) return VISITOR;
    throw new Refusal('generic_401');
  }
  const viewer = await authenticateToken(token, {
    allowErased,
    allowSuspended,
    userAgent,
    beforeVerify: charges.address,
    onVerified: charges.person,
  });
  return { viewer, accessToken: token };
}
