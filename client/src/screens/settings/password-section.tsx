import { PASSWORD_MIN } from '@cruddur/shared';
import { useCallback, useId, useState, type SubmitEvent, useMemo } from 'react';
import { fromPromise } from 'xstate';
import { Button } from '../../ui/button.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { NoticeBox } from '../../ui/notice-box.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { CHANGE_PASSWORD_ERRORS, changePasswordMachine } from '../../machines/change-password.machine.ts';
import { SettingsSection } from '../../account/settings-section.tsx';
import { useMachine } from '../../use-machine.ts';
import { useAccountProvider } from '../../account/use-account-provider.ts';

const EMPTY = { current: '', password: '', passwordAgain: '' };

const FIELD_ERRORS: Record<keyof typeof EMPTY, readonly string[]> = {
  current: [CHANGE_PASSWORD_ERRORS.noCurrent],
  password: [CHANGE_PASSWORD_ERRORS.noPassword, CHANGE_PASSWORD_ERRORS.tooShort],
  passwordAgain: [CHANGE_PASSWORD_ERRORS.differ],
};

/** @param email identifies the account to password managers */
export function PasswordSection({ email }: { email: string }) {
  const id = useId();
  const [fields, setFields] = useState(EMPTY);
  const [state, send] = useChangePassword(useCallback(() => setFields(EMPTY), []));
  const { errors } = state.context;
  const bind = (name: keyof typeof EMPTY) => ({
    id: `${id}-${name}`,
    name,
    'aria-required': true,
    value: fields[name],
    error: FIELD_ERRORS[name].find((text) => errors.includes(text)) ?? null,
    onChange: (value: string) => {
      setFields({ ...fields, [name]: value });
      send({ type: 'EDIT' });
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    send({ type: 'SUBMIT', ...fields });
  };
  return (
    <SettingsSection title="Password" lead="Used when you don’t sign in with a passkey.">
      <form className="setting-form" onSubmit={submit} noValidate>
        {state.hasTag('changed') && (
          <NoticeBox>
            Your password has been changed. Other devices stay signed in until you sign them out.
          </NoticeBox>
        )}
        <ErrorBox
          errors={errors}
          fields={Object.fromEntries(
            Object.entries(FIELD_ERRORS).flatMap(([name, texts]) =>
              texts.map((text) => [text, `${id}-${name}`]),
            ),
          )}
        />
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField label="Current Password" autoComplete="current-password" {...bind('current')} />
        <PasswordField
          label="New Password"
          help={`At least ${PASSWORD_MIN} characters. Anything goes.`}
          autoComplete="new-password"
          {...bind('password')}
        />
        <PasswordField label="New Password Again" autoComplete="new-password" {...bind('passwordAgain')} />
        <div>
          <Button type="submit" busy={state.hasTag('busy')}>
            Change Password
          </Button>
        </div>
      </form>
    </SettingsSection>
  );
}

/** Runs the change-password machine with the account provider. @param onChanged must keep its identity */
function useChangePassword(onChanged: () => void) {
  const account = useAccountProvider();
  const machine = useMemo(
    () =>
      changePasswordMachine.provide({
        actors: {
          changePassword: fromPromise(async ({ input }) => {
            await (await account()).changePassword(input);
            onChanged();
          }),
        },
      }),
    [account, onChanged],
  );
  return useMachine(machine);
}
