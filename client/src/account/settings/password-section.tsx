import { PASSWORD_MIN } from '@cruddur/shared';
import { useId, useState, type SubmitEvent } from 'react';
import { Button } from '../../base/ui/button.tsx';
import { ErrorBox, NoticeBox } from '../../base/ui/error-box.tsx';
import { PasswordField } from '../../base/ui/field.tsx';
import { failureTexts } from '../../base/machines/failure.ts';
import { SettingsSection } from '../../base/ui/setting-list.tsx';
import { useForm } from '../../base/machines/use-form.ts';
import { useAccountProvider } from './account.ts';

const EMPTY = { current: '', password: '', passwordAgain: '' };
type Fields = typeof EMPTY;

const ERRORS = {
  noCurrent: 'Enter your current password',
  noPassword: 'Enter a new password',
  tooShort: 'Password did not conform with policy: Password not long enough',
  differ: 'Passwords do not match',
} as const;

const FIELD_ERRORS: Record<keyof Fields, readonly string[]> = {
  current: [ERRORS.noCurrent],
  password: [ERRORS.noPassword, ERRORS.tooShort],
  passwordAgain: [ERRORS.differ],
};

function check({ current, password, passwordAgain }: Fields): string[] {
  const isShort = password.length < PASSWORD_MIN;
  const ofPassword = password === '' ? ERRORS.noPassword : isShort && ERRORS.tooShort;
  const found = [
    current === '' && ERRORS.noCurrent,
    ofPassword,
    password !== '' && password !== passwordAgain && ERRORS.differ,
  ];
  return found.filter((text) => text !== false);
}

/** @param email identifies the account to password managers */
export function PasswordSection({ email }: { email: string }) {
  const id = useId();
  const [fields, setFields] = useState(EMPTY);
  const account = useAccountProvider();
  const { errors, isBusy, isDone, submit, edit } = useForm<Fields>({
    check,
    async send({ current, password }) {
      await (await account()).changePassword({ current, password });
      setFields(EMPTY);
    },
    toErrors: failureTexts,
  });
  const bind = (name: keyof typeof EMPTY) => ({
    id: `${id}-${name}`,
    name,
    'aria-required': true,
    value: fields[name],
    error: FIELD_ERRORS[name].find((text) => errors.includes(text)) ?? null,
    onChange: (value: string) => {
      setFields({ ...fields, [name]: value });
      edit();
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
          <Button type="submit" busy={isBusy}>
            Change Password
          </Button>
        </div>
      </form>
    </SettingsSection>
  );
}
