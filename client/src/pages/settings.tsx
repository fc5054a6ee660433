import { useCallback, useState, type ComponentProps, type ReactNode } from 'react';
import { Link, Navigate } from 'react-router-dom';
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
import { sectionId, SettingsSection } from '../base/ui/setting-list.tsx';

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
    <SettingsSections onLeave={onLeave}>
      <AccountDeletion handle={person?.handle ?? ''} deletion={deletion} />
    </SettingsSections>
  );
}

interface SettingsSectionsProps {
  /** Called before this browser signs out by choice. Must keep its identity. */
  onLeave: () => void;
  /** The last section. */
  children: ReactNode;
}

function SettingsSections({ onLeave, children }: SettingsSectionsProps) {
  const { status } = useSession();
  const { data } = useQuery({ ...meQuery(useCall()), enabled: status === 'person' });
  const back = useBack();
  return (
    <>
      <PageHeader title="Settings" onBack={back} {...(data && { sub: data.email })} />
      <div className="settings">
        <SectionIndex />
        <div>
          <AppearanceSection />
          {status === 'person' && <NotificationsSection />}
          {status === 'person' && <PrivacySection />}
          <PasswordSection email={data?.email ?? ''} />
          <PasskeysSection />
          <SessionsSection onLeave={onLeave} />
          {status === 'person' && <MutedSection />}
          {status === 'person' && <BlockedSection />}
          {status === 'person' && <DataSection />}
          {children}
        </div>
      </div>
    </>
  );
}

/** The titles of the sections, in their order. The style sheet hides the link of one that is absent. */
const SECTIONS = [
  'Appearance',
  'Notifications',
  'Privacy',
  'Password',
  'Passkeys',
  'Where you’re signed in',
  'Muted',
  'Blocked people',
  'Your data',
  'Delete account',
];

/** Links to the sections: beside them in wide windows, above them in narrower ones. On phones the headings are the index. */
function SectionIndex() {
  return (
    <nav className="setting-index" aria-label="Sections">
      {SECTIONS.map((title) => {
        const id = sectionId(title);
        return (
          <Link
            key={id}
            to={`#${id}`}
            replace
            onClick={() => document.getElementById(id)?.focus({ preventScroll: true })}
          >
            {title}
          </Link>
        );
      })}
    </nav>
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
