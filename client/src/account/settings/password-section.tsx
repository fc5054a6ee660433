import { PASSWORD_MIN } from '@cruddur/shared';
import { useState, type SubmitEvent } from 'react';
import { Button } from '../../base/ui/button.tsx';
import { ErrorBox, NoticeBox, useFieldErrors } from '../../base/ui/error-box.tsx';
import { PasswordField } from '../../base/ui/field.tsx';
import { ERRORS_OF_FIELDS, findFieldErrors, providerTexts } from '../../base/machines/form.machine.ts';
import { failureOf } from '../../base/machines/failure.ts';
import { SettingsSection } from '../../base/ui/setting-list.tsx';
import { useForm } from '../../base/machines/use-form.ts';
import { useAccountProvider } from './account.ts';

const EMPTY = { current: '', password: '', passwordAgain: '' };
type Fields = typeof EMPTY;

const ERRORS = {
  noCurrent: 'Enter your current password',
  otherCurrent: 'This is not your current password',
} as const;

const ERRORS_BY_FIELD: Record<keyof Fields, readonly string[]> = {
  current: [ERRORS.noCurrent, ERRORS.otherCurrent],
  password: ERRORS_OF_FIELDS.password,
  passwordAgain: ERRORS_OF_FIELDS.passwordAgain,
};

function check(fields: Fields): readonly string[] {
  return [...(fields.current === '' ? [ERRORS.noCurrent] : []), ...findFieldErrors(fields)];
}

/** A refused token has the same name. */
const toErrors = (failure: unknown) =>
  failureOf(failure).message === 'Incorrect username or password.'
    ? providerTexts(failure, { NotAuthorizedException: ERRORS.otherCurrent })
    : providerTexts(failure);

/** @param email identifies the account to password managers */
export function PasswordSection({ email }: { email: string }) {
  const [fields, setFields] = useState(EMPTY);
  const account = useAccountProvider();
  const { errors, isBusy, isDone, submit, edit } = useForm<Fields>({
    check,
    async send({ current, password }) {
      await account((pool) => pool.changePassword({ current, password }));
      setFields(EMPTY);
    },
    toErrors,
  });
  const { box, fieldProps, onEdit } = useFieldErrors({
    errors,
    ofFields: ERRORS_BY_FIELD,
    found: check(fields),
    onEdit: edit,
  });
  const bind = (name: keyof typeof EMPTY) => ({
    ...fieldProps(name),
    'aria-required': true,
    value: fields[name],
    onChange: (value: string) => {
      // A password manager fills in several fields before the next render.
      setFields((previous) => ({ ...previous, [name]: value }));
      onEdit();
    },
  });
  return (
    <SettingsSection title="Password" lead="Used when you don’t sign in with a passkey.">
      <form
        className="setting-form"
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          submit(fields);
        }}
        noValidate
      >
        {isDone && (
          <NoticeBox>
            Your password has been changed. Other devices stay signed in until you sign them out.
          </NoticeBox>
        )}
        <ErrorBox {...box} />
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
          <Button type="submit" busy={isBusy}>
            Change Password
          </Button>
        </div>
      </form>
    </SettingsSection>
  );
}
