import { useState, type SubmitEvent, useMemo } from 'react';
import { Button } from '../../base/ui/button.tsx';
import { SettingsSection } from '../../base/ui/setting-list.tsx';
import { Dialog } from '../../base/ui/dialog.tsx';
import { ErrorBox, useFieldErrors } from '../../base/ui/error-box.tsx';
import { Field } from '../../base/ui/field.tsx';
import { accountDeletionMachine, DELETION_ERRORS, isOtherHandle } from './account-deletion.machine.ts';
import { fromPromise } from 'xstate';
import { useMachine } from '../../base/machines/use-machine.ts';
import type { Call } from '../../base/http/http-client.ts';
import { useCall } from '../../base/http/page-services.ts';
import { useSession, type SessionWithSnapshot } from '../../base/session/session-react.tsx';
import { deleteAccount, isUserMissing } from './account.ts';

/** The text of the toast. */
export const ACCOUNT_DELETED = 'Your account and everything you posted have been deleted.';

type AccountDeletionProps = {
  handle: string;
  /** The machine of the deletion and its `send`. */
  deletion: readonly [...ReturnType<typeof useAccountDeletion>];
};

const NONE: readonly string[] = [];

/** The section of the deletion, and its dialog. */
export function AccountDeletion({ handle, deletion: [state, send] }: AccountDeletionProps) {
  return (
    <>
      <DeletionSection onDelete={() => send({ type: 'ASK', handle })} />
      <DeletionDialog
        open={state.hasTag('asking')}
        handle={state.context.handle}
        busy={state.hasTag('busy')}
        errors={state.hasTag('failed') ? state.context.errors : NONE}
        onEdit={() => send({ type: 'EDIT' })}
        onDelete={(typed) => send({ type: 'DELETE', typed })}
        onClose={() => send({ type: 'KEEP' })}
      />
    </>
  );
}

/** Names all that a deletion erases. */
function DeletionSection({ onDelete }: { onDelete: () => void }) {
  return (
    <SettingsSection
      danger
      title="Delete account"
      lead="Delete everything now instead of waiting for it to burn out. This can’t be undone:"
    >
      <ul className="erased-items">
        <li>Your cruds with all their replies, and your replies to others.</li>
        <li>The messages you sent. People keep the messages they sent you.</li>
        <li>Your picture, name, bio, likes and reposts.</li>
        <li>Your sign-in: password, passkeys and devices.</li>
        <li>Your handle is retired, so nobody can pose as you.</li>
      </ul>
      <div>
        <Button className="btn-danger" onClick={onDelete}>
          Delete account
        </Button>
      </div>
    </SettingsSection>
  );
}

type Props = {
  open: boolean;
  handle: string;
  busy: boolean;
  /** Codes or texts. */
  errors: readonly string[];
  onEdit: () => void;
  onDelete: (typed: string) => void;
  onClose: () => void;
};

/** Confirms a deletion: the handle of the account must be typed. */
function DeletionDialog({ open, onClose, ...form }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Delete account?">
      <DeletionForm {...form} onClose={onClose} />
    </Dialog>
  );
}

const ERRORS_OF_FIELDS = { confirm_handle: [DELETION_ERRORS.otherHandle] };

/** Unmounts with the dialog, so the typed text is gone when it opens again. */
function DeletionForm({ handle, busy, errors, onEdit, onDelete, onClose }: Omit<Props, 'open'>) {
  const [typed, setTyped] = useState('');
  const { box, fieldProps, ...form } = useFieldErrors({
    errors,
    ofFields: ERRORS_OF_FIELDS,
    found: isOtherHandle(typed, handle) ? ERRORS_OF_FIELDS.confirm_handle : [],
    onEdit,
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!busy) onDelete(typed);
  };
  return (
    <form onSubmit={submit}>
      <ErrorBox {...box} />
      <div className="confirm">
        <p>
          All your data and your sign-in will be erased. Type <b>@{handle}</b> to confirm.
        </p>
        <Field
          label="Your handle"
          {...fieldProps('confirm_handle')}
          sign="@"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus=""
          value={typed}
          onChange={(value) => {
            setTyped(value);
            form.onEdit();
          }}
        />
      </div>
      <div className="dialog-foot">
        <span className="push">
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" className="btn-danger" busy={busy} disabled={typed.trim() === ''}>
            Delete account
          </Button>
        </span>
      </div>
    </form>
  );
}

/** Runs the deletion machine with the API, the account provider and the session. @param onDeleted must keep its identity */
export function useAccountDeletion(onDeleted: () => void) {
  const call = useCall();
  const { signOut, accessToken, refresh } = useSession();
  const machine = useMemo(
    () =>
      accountDeletionMachine.provide({
        actors: createActors({ call, signOut, accessToken, refresh, onDeleted }),
      }),
    [call, signOut, accessToken, refresh, onDeleted],
  );
  return useMachine(machine);
}

type ActorDependencies = Pick<SessionWithSnapshot, 'signOut' | 'accessToken' | 'refresh'> & {
  call: Call;
  onDeleted: () => void;
};

function createActors({ call, signOut, accessToken, refresh, onDeleted }: ActorDependencies) {
  return {
    erase: fromPromise<unknown>(() => deleteAccount(call)),
    // Ending all sign-ins is the last step of an erasure: while the session can be refreshed, the erasure is incomplete.
    isErased: fromPromise<boolean, { handle: string }>(
      async ({ input }) => (await refresh(await accessToken())) === null && isUserMissing(call, input.handle),
    ),
    leave: fromPromise<unknown>(async () => {
      onDeleted();
      await signOut(false);
    }),
  };
}
