import { PASSWORD_MIN } from '@cruddur/shared';
import { MailCheck } from 'lucide-react';
import { useId } from 'react';
import { CodeField } from '../../auth/code-field.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { AuthButton, AuthForm, AuthSwitchLink, MailboxHint, ResendButton } from '../../frame/auth-form.tsx';
import { NoticeBox } from '../../ui/notice-box.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { RECOVERY_ERRORS, RECOVERY_SENT } from '../../machines/recovery.machine.ts';
import { authPagePath } from '../../paths.ts';

export type ResetFields = { code: string; password: string; passwordAgain: string };

type Props = {
  fields: ResetFields;
  onField: (name: keyof ResetFields, value: string) => void;
  email: string;
  mailbox: string | null;
  errors: readonly string[];
  busy: boolean;
  /** Another code was sent. */
  resent: boolean;
  resend: { availableAt: number; wait: number; busy: boolean; onResend: () => void };
  onEdit: () => void;
  onReset: () => void;
};

const FIELD_ERRORS: Record<keyof ResetFields, string> = {
  code: RECOVERY_ERRORS.noCode,
  password: RECOVERY_ERRORS.noPassword,
  passwordAgain: RECOVERY_ERRORS.differ,
};

/** The second step: the code from the mail and the new password, twice. */
export function ResetForm(props: Props) {
  const { fields, onField, email, mailbox, errors, busy, resent, resend, onEdit, onReset } = props;
  const form = useId();
  const idOf = (name: keyof ResetFields) => `${form}-${name}`;
  const bind = (name: keyof ResetFields) => ({
    name,
    id: idOf(name),
    error: errors.includes(FIELD_ERRORS[name]) ? FIELD_ERRORS[name] : null,
    'aria-required': true,
    value: fields[name],
    onChange: (value: string) => {
      onField(name, value);
      onEdit();
    },
  });
  return (
    <AuthForm onSubmit={onReset}>
      <h1>Recover your Password</h1>
      <p className="lead">
        If there’s an account, a code is on its way to {email}. It works for one hour.
        <MailboxHint mailbox={mailbox} />
      </p>
      <ErrorBox
        errors={errors}
        fields={{
          [FIELD_ERRORS.code]: idOf('code'),
          [FIELD_ERRORS.password]: idOf('password'),
          [FIELD_ERRORS.passwordAgain]: idOf('passwordAgain'),
        }}
      />
      {resent && <NoticeBox icon={MailCheck}>{RECOVERY_SENT}</NoticeBox>}
      {/* Password managers store the new password under this name. */}
      <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
      {/* The step appears in response to a press; focus continues here. */}
      <CodeField label="Reset Password Code" autoFocus {...bind('code')} />
      <PasswordField
        label="New Password"
        help={`At least ${PASSWORD_MIN} characters. Anything goes.`}
        autoComplete="new-password"
        {...bind('password')}
      />
      <PasswordField label="New Password Again" autoComplete="new-password" {...bind('passwordAgain')} />
      <AuthButton wide busy={busy}>
        Reset Password
      </AuthButton>
      <ResendButton label="Send Another Code" {...resend} />
      <AuthSwitchLink question="Remembered it?" action="Sign in!" to={authPagePath('signIn', email)} />
    </AuthForm>
  );
}
