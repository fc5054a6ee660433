import { useId } from 'react';
import { ErrorBox } from '../../components/error-box.tsx';
import { Field } from '../../components/field.tsx';
import { GateButton, GateForm } from '../../components/gate-form.tsx';
import { GateStrip } from '../../components/gate-strip.tsx';
import { RECOVERY_ERRORS } from '../../machines/recovery.machine.ts';
import { gatePath } from '../../paths.ts';

type Props = {
  email: string;
  errors: readonly string[];
  busy: boolean;
  onEmail: (email: string) => void;
  onEdit: () => void;
  onSend: () => void;
};

/** The first step: whose password. */
export function SendCodeForm({ email, errors, busy, onEmail, onEdit, onSend }: Props) {
  const emailId = useId();
  return (
    <GateForm onSubmit={onSend}>
      <h1>Recover your Password</h1>
      <ErrorBox errors={errors} fields={{ [RECOVERY_ERRORS.noEmail]: emailId }} />
      <Field
        label="Email"
        id={emailId}
        help="If there is an account, a code is on its way in a moment."
        type="email"
        name="email"
        autoComplete="username"
        value={email}
        onChange={(value) => {
          onEmail(value);
          onEdit();
        }}
      />
      <GateButton wide busy={busy}>
        Send Recovery Code
      </GateButton>
      <GateStrip question="Remembered it?" action="Sign in!" to={gatePath('signIn', email)} />
    </GateForm>
  );
}
