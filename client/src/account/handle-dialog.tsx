import { useQueryClient } from '@tanstack/react-query';
import { useId, useState, type SubmitEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../base/ui/button.tsx';
import { Dialog } from '../base/ui/dialog.tsx';
import { ErrorBox, useFieldErrors } from '../base/ui/error-box.tsx';
import { Field } from '../base/ui/field.tsx';
import { HANDLE_RULE, useHandleCheck } from './use-handle-check.ts';
import { useSession } from '../base/session/session-react.tsx';
import { findHandleErrors, HANDLE_ERRORS, normalizeHandle } from './handle-check.machine.ts';
import { onHandleChosen } from '../sync/cache/mutation-updates.ts';
import { ApiError } from '../base/http/api-error.ts';
import { providerTexts } from '../base/machines/form.machine.ts';
import { useForm } from '../base/machines/use-form.ts';
import { paths } from '../base/paths.ts';

/** The username of the sign-up is taken by another account, so every call is refused until another one is saved. */
export function HandleDialog({ taken }: { taken: string }) {
  const { signOut } = useSession();
  const navigate = useNavigate();
  const saveHandle = useSaveHandle();
  const { errors, isBusy, submit, edit } = useForm({
    check: findHandleErrors,
    send: saveHandle,
    toErrors,
    errors: [`@${taken} is taken here, choose another username`],
  });
  const { verdict, check } = useHandleCheck();
  const [typed, setTyped] = useState('');
  const handle = normalizeHandle(typed);
  const form = useId();
  const { box, fieldProps, onEdit } = useFieldErrors({
    errors,
    ofFields: ERRORS_OF_FIELDS,
    found: findHandleErrors(handle),
    onEdit: edit,
  });
  const field = fieldProps('handle');
  const reason = field.error === HANDLE_ERRORS.otherHandle ? verdict?.text : undefined;
  const error = reason ?? field.error;

  return (
    <Dialog
      open
      title="Choose a username"
      end={
        <Button small type="submit" form={form} busy={isBusy}>
          Save
        </Button>
      }
    >
      <ErrorBox {...box} />
      <form
        className="edit"
        id={form}
        noValidate
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          submit(handle);
        }}
      >
        <Field
          label="Username"
          {...field}
          error={error}
          sign="@"
          help={`${HANDLE_RULE} You can’t change it later.`}
          verdict={error === null ? verdict : null}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus=""
          value={typed}
          onChange={(value) => {
            setTyped(value);
            check(value);
            onEdit();
          }}
        />
      </form>
      <div className="dialog-foot">
        {/* Without a username no call works. */}
        <Button variant="quiet" onClick={() => void signOut(true).then(() => navigate(paths.home))}>
          Sign Out
        </Button>
      </div>
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

const TAKEN = 'This username is taken, choose another one';

const ERRORS_OF_FIELDS = { handle: [...Object.values(HANDLE_ERRORS), TAKEN, 'handle_taken'] };

/** Error codes of the API, or the text for a refusal of the pool. */
function toErrors(failure: unknown): readonly string[] {
  if (failure instanceof ApiError) return failure.codes;
  return providerTexts(failure, {
    AliasExistsException: TAKEN,
    InvalidParameterException: HANDLE_ERRORS.otherHandle,
  });
}
