import { useQueryClient } from '@tanstack/react-query';
import { useId, useState, type SubmitEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../base/ui/button.tsx';
import { Dialog } from '../base/ui/dialog.tsx';
import { ErrorBox } from '../base/ui/error-box.tsx';
import { Field } from '../base/ui/field.tsx';
import { HANDLE_RULE, useHandleCheck } from './use-handle-check.ts';
import { useSession } from '../base/session/session-react.tsx';
import { normalizeHandle, isPossibleHandle } from './handle-check.machine.ts';
import { onHandleChosen } from '../sync/cache/mutation-updates.ts';
import { ApiError } from '../base/http/api-error.ts';
import { failureTexts, isFailure } from '../base/machines/failure.ts';
import { useForm } from '../base/machines/use-form.ts';
import { paths } from '../base/paths.ts';

/** The username of the sign-up is taken by another account, so every call is refused until another one is saved. */
export function HandleDialog({ taken }: { taken: string }) {
  const { signOut } = useSession();
  const navigate = useNavigate();
  const saveHandle = useSaveHandle();
  const { errors, isBusy, submit, edit } = useForm({
    send: saveHandle,
    toErrors,
    errors: [`@${taken} is taken here, choose another username`],
  });
  const { verdict, check } = useHandleCheck();
  const [handle, setHandle] = useState('');
  const form = useId();

  return (
    <Dialog
      open
      title="Choose a username"
      end={
        <Button
          small
          type="submit"
          form={form}
          busy={isBusy}
          disabled={!isPossibleHandle(normalizeHandle(handle))}
        >
          Save
        </Button>
      }
    >
      <ErrorBox errors={errors} />
      <form
        className="edit"
        id={form}
        noValidate
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          if (isPossibleHandle(normalizeHandle(handle))) submit(normalizeHandle(handle));
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
            edit();
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

/** Stores another handle in the pool. Rejects when the pool or the API refuses it. */
function useSaveHandle() {
  const { identity, accessToken, refresh } = useSession();
  const client = useQueryClient();
  return async (handle: string): Promise<void> => {
    await (await identity()).updateHandle(handle);
    await refresh(await accessToken());
    await onHandleChosen(client);
  };
}

/** Error codes of the API, or the message of the pool. */
function toErrors(failure: unknown): readonly string[] {
  if (failure instanceof ApiError) return failure.codes;
  if (isFailure(failure, 'AliasExistsException')) return ['This username is taken, choose another one'];
  return failureTexts(failure);
}
