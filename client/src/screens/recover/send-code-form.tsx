import { useState, type SubmitEvent } from 'react';
import { Button } from '../../components/button.tsx';
import { ErrorBox } from '../../components/error-box.tsx';
import { Field } from '../../components/field.tsx';

type Props = {
  errors: readonly string[];
  busy: boolean;
  onEdit: () => void;
  onSend: (email: string) => void;
};

/** The first step: whose password. */
export function SendCodeForm({ errors, busy, onEdit, onSend }: Props) {
  const [email, setEmail] = useState('');
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSend(email);
  };
  return (
    <form className="card" onSubmit={submit}>
      <h1>Recover your Password</h1>
      <ErrorBox errors={errors} />
      <Field
        label="Email"
        help="If there is an account, a code is on its way in a moment."
        type="email"
        name="email"
        autoComplete="username"
        required
        value={email}
        onChange={(value) => {
          setEmail(value);
          onEdit();
        }}
      />
      <Button type="submit" wide busy={busy}>
        Send Recovery Code
      </Button>
    </form>
  );
}
