import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../api/api-react.tsx';
import { meQuery } from '../../cache/queries.ts';
import { PageHeader } from '../../frame/page-header.tsx';
import { useSession } from '../../auth/session/session-react.tsx';
import { DeletionSection } from './deletion-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';

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
