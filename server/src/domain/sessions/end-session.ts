import { noAudit, type Audit } from '../audit.ts';
import type { Clock } from '../clock.ts';
import type { RevocationLog } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import type { Revocations } from './revocations.ts';

export interface SignInsToEnd {
  sub: string;
  /** The sign-ins that are over by name. */
  originJtis: readonly string[];
  /** Epoch seconds: every sign-in before it is over too. Null: none but those named. */
  allBefore: number | null;
}

/** Ends sign-ins: sockets are cut and the tokens refused, on every gateway within 2 s. */
export type EndSignIns = (ended: SignInsToEnd) => Promise<void>;

export interface EndSignInsPorts {
  revocationLog: Pick<RevocationLog, 'add'>;
  revocations: Pick<Revocations, 'refresh'>;
}

/** No sign-in has this name, so a revocation of it says only what is before it. */
const NO_SIGN_IN = '';

export function createEndSignIns({ revocationLog, revocations }: EndSignInsPorts): EndSignIns {
  return async ({ sub, originJtis, allBefore }) => {
    for (const originJti of originJtis.length > 0 ? originJtis : [NO_SIGN_IN]) {
      await revocationLog.add({ sub, originJti, allBefore });
    }
    await revocations.refresh();
  };
}

/** Ends the caller's sign-in, or all of the person's up to this second; one made after it in the same second works. */
export async function endSession(
  { clock, endSignIns, audit = noAudit }: { clock: Clock; endSignIns: EndSignIns; audit?: Audit },
  { viewer, body }: CallOf<'endSession'>,
): AnswerOf<'endSession'> {
  const { sub, originJti } = viewer.session;
  const thisSecond = Math.floor(clock.now().getTime() / 1000);
  await endSignIns({ sub, originJtis: [originJti], allBefore: body.all ? thisSecond : null });
  if (body.all) audit({ event: 'signed_out_everywhere', subject: sub });
  return { data: { ended: true } };
}
