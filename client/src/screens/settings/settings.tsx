import { useCallback, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useCrudding } from '../../feed/crudding.tsx';
import { SESSION_NEWS } from '../../feed/session-news.ts';
import { useTitle } from '../../feed/use-title.ts';
import { useSession } from '../../identity/session-react.tsx';
import { paths } from '../../paths.ts';
import { DeletionDialog } from './deletion-dialog.tsx';
import { Sections } from './sections.tsx';
import { useAccountDeletion } from './use-account-deletion.ts';

/** What people see to about their account. */
export function Settings() {
  useTitle('Settings');
  const { status, person } = useSession();
  const { say } = useCrudding();
  // Who leaves by choice goes home; whose session ended is shown the way in.
  const [exit, setExit] = useState<string>(paths.signIn);
  const onLeave = useCallback(() => setExit(paths.home), []);
  const onGone = useCallback(() => {
    onLeave();
    say({ id: SESSION_NEWS, text: 'Your account is gone, and so is all you said here.' });
  }, [onLeave, say]);
  const [deletion, send] = useAccountDeletion(onGone);

  // The end of a deletion ends the session too, maybe before its answer is here.
  const isLeaving = deletion.hasTag('busy');
  if (status !== 'person' && !isLeaving) return <Navigate to={exit} replace />;
  return (
    <>
      <Sections onLeave={onLeave} onDelete={() => send({ type: 'ASK', handle: person?.handle ?? '' })} />
      <DeletionDialog
        open={deletion.hasTag('asking')}
        handle={deletion.context.handle}
        busy={isLeaving}
        errors={deletion.hasTag('failed') ? deletion.context.errors : []}
        onEdit={() => send({ type: 'EDIT' })}
        onDelete={(typed) => send({ type: 'DELETE', typed })}
        onClose={() => send({ type: 'KEEP' })}
      />
    </>
  );
}
