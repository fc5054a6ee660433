import { noAudit, type Audit } from '../audit.ts';
import type { Clock } from '../clock.ts';
import type { RevocationLog } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import type { Revocations } from './revocations.ts';

export interface SignInsToEnd {
  sub: string;
  originJtis: readonly string[];
  /** Epoch seconds: every sign-in before it ends too. Null: only the named ones end. */
  allBefore: number | null;
}

/** Ends sign-ins: every gateway closes their sockets and refuses their tokens within 2 s. */
export type EndSignIns = (ended: SignInsToEnd) => Promise<void>;

export interface EndSignInsPorts {
  revocationLog: Pick<RevocationLog, 'add'>;
  revocations: Pick<Revocations, 'refresh'>;
}

/** No sign-in has this id, so its revocation affects only the sign-ins before `allBefore`. */
export const NO_SIGN_IN = '';

export function createEndSignIns({ revocationLog, revocations }: EndSignInsPorts): EndSignIns {
  return async ({ sub, originJtis, allBefore }) => {
    const [first = NO_SIGN_IN, ...others] = originJtis;
    // Together, so that they share a commit.
    await Promise.all([
      revocationLog.add({ sub, originJti: first, allBefore }),
      ...others.map((originJti) => revocationLog.add({ sub, originJti, allBefore: null })),
    ]);
    await revocations.refresh();
  };
}

/** Ends the caller's sign-in, or all sign-ins before the current second; a later sign-in in the same second works. */
export async function endSession(
  { clock, endSignIns, audit = noAudit }: { clock: Clock; endSignIns: EndSignIns; audit?: Audit },
  { viewer, body, origin }: CallOf<'endSession'>,
): AnswerOf<'endSession'> {
  const { sub, originJti } = viewer.session;
  const thisSecond = Math.floor(clock.now().getTime() / 1000);
  await endSignIns({ sub, originJtis: [originJti], allBefore: body.all ? thisSecond : null });
  if (body.all) audit({ event: 'signed_out_everywhere', subject: sub }, origin);
  return { data: { ended: true } };
}
