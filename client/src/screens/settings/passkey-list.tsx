import { KeyRound } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { formatFullDate } from '../../clock/format-date.ts';
import type { Passkey } from '../../machines/account.ts';
import { SettingRow } from './setting-list.tsx';

type Props = { passkeys: readonly Passkey[]; onChoose: (passkey: Passkey) => void };

/** The passkeys of an account, oldest first. */
export function PasskeyList({ passkeys, onChoose }: Props) {
  if (passkeys.length === 0) return <p className="none">No passkeys yet.</p>;
  return (
    <ul className="setting-rows" aria-label="Your passkeys">
      {passkeys.map((passkey) => (
        <SettingRow
          key={passkey.id}
          icon={KeyRound}
          title={passkey.name || 'Passkey'}
          detail={<PasskeyTimes passkey={passkey} />}
        >
          <Button variant="outline" small onClick={() => onChoose(passkey)}>
            Remove
          </Button>
        </SettingRow>
      ))}
    </ul>
  );
}

/** When a passkey was added and where it is stored, as far as the pool knows. */
export function PasskeyTimes({ passkey: { createdAt, attachment } }: { passkey: Passkey }) {
  return (
    <>
      {createdAt === null ? (
        'added some time ago'
      ) : (
        <>
          added <time dateTime={createdAt}>{formatFullDate(createdAt)}</time>
        </>
      )}
      {attachment === 'cross-platform' && ', on a security key or phone'}
    </>
  );
}
