import { KeyRound, Plus } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { fromPromise } from 'xstate';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { Icon } from '../../ui/icon.tsx';
import { NoticeBox } from '../../ui/notice-box.tsx';
import { supportsPasskeys } from '../../auth/identity-provider.ts';
import { FailedList, RowSkeleton } from './setting-list.tsx';
import { PasskeyList, PasskeyTimes } from './passkey-list.tsx';
import { SettingsSection } from '../../account/settings-section.tsx';
import { useMachine } from '../../use-machine.ts';
import { passkeysMachine } from '../../machines/passkeys.machine.ts';
import { useAccountProvider } from '../../account/use-account-provider.ts';

const CAN_USE_PASSKEYS = supportsPasskeys();

export function PasskeysSection() {
  const [state, send] = usePasskeys();
  const { passkeys, chosen, error } = state.context;
  const isAsking = state.hasTag('asking');
  const hasFailed = state.hasTag('unknown');
  const retry = useCallback(() => send({ type: 'RETRY' }), [send]);
  const close = () => send({ type: 'KEEP' });
  return (
    <SettingsSection
      title="Passkeys"
      lead="Sign in with a fingerprint, a face or a security key. Nothing to remember, nothing to steal."
    >
      {!isAsking && !hasFailed && <ErrorBox errors={error === '' ? [] : [error]} />}
      {state.hasTag('added') && (
        <NoticeBox icon={KeyRound}>Passkey added. You can sign in with it from now on.</NoticeBox>
      )}
      {hasFailed && <FailedList error={error} onRetry={retry} />}
      {state.hasTag('loading') && passkeys === null && <RowSkeleton />}
      {!hasFailed && passkeys && (
        <PasskeyList passkeys={passkeys} onChoose={(passkey) => send({ type: 'CHOOSE', passkey })} />
      )}
      {CAN_USE_PASSKEYS ? (
        <div>
          <Button variant="outline" busy={state.hasTag('adding')} onClick={() => send({ type: 'ADD' })}>
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
        open={isAsking}
        title="Remove this passkey?"
        confirm="Remove"
        busy={state.hasTag('busy')}
        error={error}
        onConfirm={() => send({ type: 'REMOVE' })}
        onClose={close}
      >
        {chosen && (
          <p>
            <b>{chosen.name || 'Passkey'}</b>, <PasskeyTimes passkey={chosen} />
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

/** Runs the passkeys machine with the account provider. */
function usePasskeys() {
  const account = useAccountProvider();
  const machine = useMemo(
    () =>
      passkeysMachine.provide({
        actors: {
          list: fromPromise(async () => (await account()).listPasskeys()),
          add: fromPromise<unknown>(async () => (await account()).addPasskey()),
          remove: fromPromise(async ({ input: { id } }) => (await account()).removePasskey(id)),
        },
      }),
    [account],
  );
  return useMachine(machine);
}
