import { MuteKeeper } from '../compose/mute-keeper.ts';
import { ReportHost } from '../compose/report-host.tsx';
import { PushKeeper } from './push-keeper.ts';
import { SessionEnd } from './session-end.ts';
import type { SessionWithLocalData } from './session-with-local-data.ts';

/** What a page needs above every screen once a person has been signed in: a chunk that a visitor does not load. */
export function MemberRoot({ hasSignedOutHere }: Pick<SessionWithLocalData, 'hasSignedOutHere'>) {
  return (
    <>
      <SessionEnd hasSignedOutHere={hasSignedOutHere} />
      <MuteKeeper />
      <PushKeeper />
      <ReportHost />
    </>
  );
}
