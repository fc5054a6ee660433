import { useCallback, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useQuery } from '@tanstack/react-query';
import { useComposeContext } from '../../compose/compose-context.tsx';
import { SESSION_TOAST_ID } from '../../app/session-toast-id.ts';
import { useTitle } from '../../app/use-title.ts';
import { useSession } from '../../auth/session/session-react.tsx';
import { paths } from '../../paths.ts';
import { DeletionDialog, DeletionSection } from './account-deletion.tsx';
import { useAccountDeletion } from './use-account-deletion.ts';
import { useCall } from '../../api/api-react.tsx';
import { meQuery } from '../../cache/queries.ts';
import { PageHeader } from '../../frame/page-header.tsx';
import { DevicesSection } from './devices-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';

/** What people see to about their account. */
export function Settings() {
  useTitle('Settings');
  const { status, person } = useSession();
  const { showToast } = useComposeContext();
  // Who leaves by choice goes home; whose session ended is shown the way in.
  const [redirectPath, setRedirectPath] = useState<string>(paths.signIn);
  const onLeave = useCallback(() => setRedirectPath(paths.home), []);
  const onDeleted = useCallback(() => {
    onLeave();
    showToast({ id: SESSION_TOAST_ID, text: 'Your account is gone, and so is all you said here.' });
  }, [onLeave, showToast]);
  const [deletion, send] = useAccountDeletion(onDeleted);

  // The end of a deletion ends the session too, maybe before its answer is here.
  const isLeaving = deletion.hasTag('busy');
  if (status !== 'person' && !isLeaving) return <Navigate to={redirectPath} replace />;
  return (
    <>
      <SettingsSections
        onLeave={onLeave}
        onDelete={() => send({ type: 'ASK', handle: person?.handle ?? '' })}
      />
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

type Props = {
  /** Hears that this browser signs out by choice; keeps its identity. */
  onLeave: () => void;
  onDelete: () => void;
};

export function SettingsSections({ onLeave, onDelete }: Props) {
  const { status } = useSession();
  const { data } = useQuery({ ...meQuery(useCall()), enabled: status === 'person' });
  return (
    <>
      <PageHeader title="Settings" {...(data && { sub: data.email })} />
      <PasswordSection email={data?.email ?? ''} />
      <PasskeysSection />
      <DevicesSection onLeave={onLeave} />
      <DeletionSection onDelete={onDelete} />
    </>
  );
}
