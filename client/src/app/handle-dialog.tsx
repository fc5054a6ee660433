import { useQueryClient } from '@tanstack/react-query';
import { useId, useMemo, useState, type SubmitEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { fromPromise } from 'xstate';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorBox } from '../ui/error-box.tsx';
import { Field } from '../ui/field.tsx';
import { HANDLE_RULE, useHandleCheck } from '../auth/use-handle-check.ts';
import { useSession } from '../auth/session/session-react.tsx';
import { normalizeHandle, isPossibleHandle } from '../machines/handle-check.machine.ts';
import { onHandleChosen } from '../cache/mutation-updates.ts';
import { useMachine } from '../use-machine.ts';
import { chooseHandleMachine } from '../machines/choose-handle.machine.ts';
import { paths } from '../paths.ts';

/** The username of the sign-up is taken by another account, so every call is refused until another one is saved. */
export function HandleDialog({ taken }: { taken: string }) {
  const { signOut } = useSession();
  const navigate = useNavigate();
  const [state, send] = useChooseHandle(taken);
  const { verdict, check } = useHandleCheck();
  const [handle, setHandle] = useState('');
  const form = useId();
  const busy = state.hasTag('busy');

  return (
    <Dialog
      open
      title="Choose a username"
      end={
        <Button
          small
          type="submit"
          form={form}
          busy={busy}
          disabled={!isPossibleHandle(normalizeHandle(handle))}
        >
          Save
        </Button>
      }
    >
      <ErrorBox errors={state.context.errors} />
      <form
        className="edit"
        id={form}
        noValidate
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          send({ type: 'SAVE', handle: normalizeHandle(handle) });
        }}
      >
        <Field
          label="Username"
          name="handle"
          sign="@"
          help={`${HANDLE_RULE} You can’t change it later.`}
          verdict={verdict}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus=""
          value={handle}
          onChange={(value) => {
            setHandle(value);
            check(value);
            send({ type: 'EDIT' });
          }}
        />
      </form>
      {/* Without a username no call works. */}
      <Button variant="quiet" onClick={() => void signOut(true).then(() => navigate(paths.home))}>
        Sign Out
      </Button>
    </Dialog>
  );
}

function useChooseHandle(taken: string) {
  const { identity, accessToken, refresh } = useSession();
  const client = useQueryClient();
  const machine = useMemo(
    () =>
      chooseHandleMachine.provide({
        actors: {
          save: fromPromise(async ({ input: { handle } }) => {
            await (await identity()).updateHandle(handle);
            await refresh(await accessToken());
            await onHandleChosen(client);
          }),
        },
      }),
    [identity, accessToken, refresh, client],
  );
  return useMachine(machine, { input: { taken } });
}
