import { useCallback, useState, type ComponentProps } from 'react';
import { Navigate } from 'react-router-dom';
import { useQuery } from '@tanstack/react-query';
import type { ReturnState } from '../account/use-return-path.ts';
import { SESSION_TOAST_ID } from '../account/session/session-with-local-data.ts';
import { useBack } from '../base/page/use-back.ts';
import { useTitle } from '../sync/me/use-title.ts';
import { useSession } from '../base/session/session-react.tsx';
import { paths } from '../base/paths.ts';
import {
  ACCOUNT_DELETED,
  AccountDeletion,
  useAccountDeletion,
} from '../account/settings/account-deletion.tsx';
import { useCall } from '../base/http/page-services.ts';
import { PageHeader } from '../base/ui/page-header.tsx';
import { BlockedSection, MutedSection } from '../safety/hidden-sections.tsx';
import { DataSection } from '../account/settings/data-section.tsx';
import { NotificationsSection } from '../notifications/notifications-section.tsx';
import { PasskeysSection } from '../account/settings/passkeys-section.tsx';
import { PasswordSection } from '../account/settings/password-section.tsx';
import { PrivacySection } from '../account/settings/privacy-section.tsx';
import { SessionsSection } from '../account/settings/sessions-section.tsx';
import { useToasts } from '../base/ui/toasts.tsx';
import { meQuery } from '../sync/me/use-account.ts';
import { useAppearance } from '../account/settings/use-appearance.ts';
import { RadioChips } from '../base/ui/radio-chips.tsx';
import { APPEARANCE_LABELS, APPEARANCES } from '../base/ui/theme.ts';
import { SettingsSection } from '../base/ui/setting-list.tsx';

const RETURN: ReturnState = { back: paths.settings, isRedirect: true };
const TO_SIGN_IN = { to: paths.signIn, state: RETURN };

export function Settings() {
  useTitle('Settings');
  const { status, person } = useSession();
  const { showToast } = useToasts();
  // Leaving by choice leads home; the end of a session leads to the sign-in.
  const [redirect, setRedirect] = useState<ComponentProps<typeof Navigate>>(TO_SIGN_IN);
  const onLeave = useCallback(() => setRedirect({ to: paths.home }), []);
  const onDeleted = useCallback(() => {
    onLeave();
    showToast({ id: SESSION_TOAST_ID, text: ACCOUNT_DELETED });
  }, [onLeave, showToast]);
  const deletion = useAccountDeletion(onDeleted);

  // The deletion ends the session too, possibly before its response arrives.
  const isLeaving = deletion[0].hasTag('busy');
  if (status !== 'person' && !isLeaving) return <Navigate {...redirect} replace />;
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

/** The theme of this browser, as in the More menu. */
export function AppearanceSection() {
  const [appearance, setAppearance] = useAppearance();
  return (
    <SettingsSection title="Appearance" lead="Applies to this browser only.">
      <RadioChips
        label="Theme"
        choices={APPEARANCES}
        labelOf={(choice) => APPEARANCE_LABELS[choice]}
        value={appearance}
        onChange={setAppearance}
        className="setting-choices"
      />
    </SettingsSection>
  );
}
