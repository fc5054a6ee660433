import { useCallback, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { useQuery } from '@tanstack/react-query';
import { useComposeContext } from '../../compose/compose-context.tsx';
import { SESSION_TOAST_ID } from '../../app/session-with-local-data.ts';
import { useBack } from '../../app/use-back.ts';
import { useTitle } from '../../app/use-title.ts';
import { useSession } from '../../auth/session/session-react.tsx';
import { paths } from '../../paths.ts';
import { ACCOUNT_DELETED, AccountDeletion } from '../../account/account-deletion.tsx';
import { useAccountDeletion } from '../../account/use-account-deletion.ts';
import { useCall } from '../../api/api-react.tsx';
import { meQuery } from '../../cache/queries.ts';
import { PageHeader } from '../../frame/page-header.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { BlockedSection } from './blocked-section.tsx';
import { DataSection } from '../../account/data-section.tsx';
import { MutedSection } from './muted-section.tsx';
import { NotificationsSection } from './notifications-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { PrivacySection } from './privacy-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

export function Settings() {
  useTitle('Settings');
  const { status, person } = useSession();
  const { showToast } = useComposeContext();
  // Leaving by choice leads home; the end of a session leads to the sign-in.
  const [redirectPath, setRedirectPath] = useState<string>(paths.signIn);
  const onLeave = useCallback(() => setRedirectPath(paths.home), []);
  const onDeleted = useCallback(() => {
    onLeave();
    showToast({ id: SESSION_TOAST_ID, text: ACCOUNT_DELETED });
  }, [onLeave, showToast]);
  const deletion = useAccountDeletion(onDeleted);

  // The deletion ends the session too, possibly before its response arrives.
  const isLeaving = deletion[0].hasTag('busy');
  if (status !== 'person' && !isLeaving) return <Navigate to={redirectPath} replace />;
  return (
    <>
      <SettingsSections onLeave={onLeave} />
      <AccountDeletion handle={person?.handle ?? ''} deletion={deletion} />
    </>
  );
}

/** @param onLeave called before this browser signs out by choice; must keep its identity */
function SettingsSections({ onLeave }: { onLeave: () => void }) {
  const { status } = useSession();
  const { data } = useQuery({ ...meQuery(useCall()), enabled: status === 'person' });
  const back = useBack();
  return (
    <>
      <PageHeader title="Settings" onBack={back} {...(data && { sub: data.email })} />
      <AppearanceSection />
      {status === 'person' && <NotificationsSection />}
      {status === 'person' && <PrivacySection />}
      <PasswordSection email={data?.email ?? ''} />
      <PasskeysSection />
      <SessionsSection onLeave={onLeave} />
      {status === 'person' && <MutedSection />}
      {status === 'person' && <BlockedSection />}
      {status === 'person' && <DataSection />}
    </>
  );
}
