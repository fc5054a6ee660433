import { isUuid } from '@cruddur/shared';
import { noAudit, type Audit } from '../audit.ts';
import { Refusal } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import { hasEnded, type ListedSessionsPorts } from './list-sessions.ts';

/** Ends sessions of a person at the identity provider, as far as it can, and on every gateway. */
export type EndProviderSessions = (ended: { sub: string; originJtis: string[] }) => Promise<void>;

export interface EndListedSessionPorts {
  listed: Pick<ListedSessionsPorts, 'revocations'>;
  endProviderSessions: EndProviderSessions;
  audit?: Audit;
}

/** Ends one of the viewer's sessions: its tokens and its refresh token. @throws Refusal generic_404 when it is not in the list */
export async function endListedSession(
  ports: Pick<Ports, 'sessions'>,
  { listed, endProviderSessions, audit = noAudit }: EndListedSessionPorts,
  { viewer, params, origin }: CallOf<'endListedSession'>,
): AnswerOf<'endListedSession'> {
  const uuid = params.session_uuid.toLowerCase();
  const session = isUuid(uuid) ? await ports.sessions.findSession(viewer.sub, uuid) : null;
  if (!session || hasEnded(session, viewer.session, listed.revocations)) throw new Refusal('generic_404');
  await endProviderSessions({ sub: viewer.sub, originJtis: [session.originJti] });
  audit({ event: 'session_ended', subject: viewer.sub }, origin);
  return { data: { uuid } };
}
