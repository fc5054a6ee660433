import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { AuthFrame } from '../frame/auth-frame.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { PasswordField } from '../ui/password-field.tsx';

export function AuthPage() {
  const [email, setEmail] = useState('ines@example.com');
  const [password, setPassword] = useState('');
  return (
    <AuthFrame>
      <form className="card">
        <h1>Sign into your Cruddur account</h1>
        <Field label="Email" type="email" autoComplete="username" value={email} onChange={setEmail} />
        <PasswordField label="Password" value={password} onChange={setPassword} />
        <div className="row">
          <Link className="link" to={paths.forgot}>
            Forgot Password?
          </Link>
          <Button type="submit" disabled={email === '' || password === ''}>
            Sign In
          </Button>
        </div>
        <p className="strip">
          Don&apos;t have an account?{' '}
          <Link className="link" to={paths.signUp}>
            <b>Sign up!</b>
          </Link>
        </p>
      </form>
    </AuthFrame>
  );
}
