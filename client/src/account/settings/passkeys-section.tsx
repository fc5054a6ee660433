import { KeyRound, Plus } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Button } from '../../base/ui/button.tsx';
import { ConfirmDialog } from '../../base/ui/confirm-dialog.tsx';
import { ErrorBox, NoticeBox } from '../../base/ui/error-box.tsx';
import { Icon } from '../../base/ui/icon.tsx';
import { supportsPasskeys, type Passkey } from '../../base/session/identity-provider.ts';
import { FailedList, RowSkeleton, SettingRow, SettingsSection } from '../../base/ui/setting-list.tsx';
import { isFailure } from '../../base/machines/failure.ts';
import { providerText, providerTexts } from '../../base/machines/form.machine.ts';
import { useForm } from '../../base/machines/use-form.ts';
import { useAccountProvider } from './account.ts';
import { formatFullDate } from '../../base/page/dates.ts';

const CAN_USE_PASSKEYS = supportsPasskeys();

const CANCELED = 'No passkey was added: the request was canceled or timed out.';

const toAddErrors = (failure: unknown) =>
  providerTexts(failure, {
    PasskeyRegistrationCanceled: CANCELED,
    PasskeyAlreadyExists: 'This device has a passkey for your account already.',
    LimitExceededException: 'You have as many passkeys as an account can have. Remove one first.',
  });

const toErrors = (failure: unknown) => providerTexts(failure);

export function PasskeysSection() {
  const account = useAccountProvider();
  const list = useQuery({
    queryKey: ['passkeys'],
    queryFn: () => account((pool) => pool.listPasskeys()),
    refetchOnMount: 'always',
  });
  const [chosen, setChosen] = useState<Passkey | null>(null);
  const addition = useForm({
    async send() {
      await account((pool) => pool.addPasskey());
      // The pool chooses its name.
      await list.refetch();
    },
    toErrors: toAddErrors,
  });
  const removal = useForm({
    async send({ id }: Passkey) {
      await account((pool) => pool.removePasskey(id)).catch(ignoreMissing);
      setChosen(null);
      void list.refetch();
    },
    toErrors,
  });
  const choose = (passkey: Passkey | null) => {
    addition.edit();
    removal.edit();
    setChosen(passkey);
  };
  const hasFailed = list.isError;
  const { refetch } = list;
  const retry = useCallback(() => void refetch(), [refetch]);
  // What the closing dialog shows.
  const [shown, setShown] = useState(chosen);
  if (chosen && shown !== chosen) setShown(chosen);
  return (
    <SettingsSection
      title="Passkeys"
      lead="Sign in with a fingerprint, a face or a security key. Nothing to remember, nothing to steal."
    >
      {chosen === null && !hasFailed && <ErrorBox errors={addition.errors} />}
      {addition.isDone && (
        <NoticeBox icon={KeyRound}>Passkey added. You can sign in with it from now on.</NoticeBox>
      )}
      {hasFailed && <FailedList error={providerText(list.error)} onRetry={retry} />}
      {list.isPending && <RowSkeleton />}
      {!hasFailed && list.data && <PasskeyList passkeys={list.data} onChoose={choose} />}
      {CAN_USE_PASSKEYS ? (
        <div>
          <Button variant="outline" busy={addition.isBusy} onClick={() => addition.submit()}>
            <Icon of={Plus} size="small" />
            Add a passkey
          </Button>
        </div>
      ) : (
        <p className="help">
          {window.isSecureContext
            ? 'This browser can’t use passkeys. Add one from another browser or device.'
            : 'Passkeys need https: this page was opened without.'}
        </p>
      )}
      <ConfirmDialog
        open={chosen !== null}
        title="Remove this passkey?"
        confirm="Remove"
        busy={removal.isBusy}
        error={removal.errors[0] ?? ''}
        onConfirm={() => chosen && removal.submit(chosen)}
        onClose={() => choose(null)}
      >
        {shown && (
          <p>
            <b>{shown.name || 'Passkey'}</b>, <PasskeyTimes passkey={shown} />
          </p>
        )}
        <p>
          You won’t be able to sign in with it. Your device may keep offering it until you delete it there
          too.
        </p>
      </ConfirmDialog>
    </SettingsSection>
  );
}

/** It is removed already. */
function ignoreMissing(failure: unknown): void {
  if (!isFailure(failure, 'ResourceNotFoundException')) throw failure;
}

type Props = { passkeys: readonly Passkey[]; onChoose: (passkey: Passkey) => void };

/** The passkeys of an account, oldest first. */
function PasskeyList({ passkeys, onChoose }: Props) {
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
function PasskeyTimes({ passkey: { createdAt, attachment } }: { passkey: Passkey }) {
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
