import { useState } from 'react';
import { useTitle } from '../../app/use-title.ts';
import { useCarriedEmail } from '../../auth/page-handover.ts';
import { AuthFrame } from '../../frame/auth-frame.tsx';
import { HostedSignIn } from './hosted-sign-in.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignInReason } from './sign-in-reason.tsx';
import { useSignIn, useSignInRedirect } from './use-sign-in.ts';

export function SignIn() {
  useTitle('Sign In');
  const [state, send] = useSignIn();
  const [email, setEmail] = useCarriedEmail();
  const [password, setPassword] = useState('');
  useSignInRedirect(state);
  return (
    <AuthFrame>
      <SignInForm
        state={state}
        send={send}
        fields={{ email, password }}
        onField={(name, value) => (name === 'email' ? setEmail : setPassword)(value)}
        reason={<SignInReason />}
        hosted={<HostedSignIn />}
      />
    </AuthFrame>
  );
}
