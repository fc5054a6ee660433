import type { RevocationLog } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import type { Revocations } from './revocations.ts';

export interface EndSessionPorts {
  revocationLog: Pick<RevocationLog, 'add'>;
  revocations: Pick<Revocations, 'refresh'>;
}

/** Ends this sign-in, or all of the person's: sockets are cut and the tokens refused, on every gateway within 2 s. */
export async function endSession(ports: EndSessionPorts, call: CallOf<'endSession'>): AnswerOf<'endSession'> {
  const { sub, originJti, authTime } = call.viewer.session;
  await ports.revocationLog.add({ sub, originJti, allBefore: call.body.all ? authTime : null });
  await ports.revocations.refresh();
  return { data: { ended: true } };
}
