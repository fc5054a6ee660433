import { useEffect, useState } from 'react';
import { suspendedOf } from '../../auth/session/session.ts';
import { useSession } from '../../auth/session/session-react.tsx';
import { LazyComponent } from '../../lazy/lazy-component.tsx';
import { lazyValue } from '../../lazy/lazy-value.ts';
import { useTitle } from '../../app/use-title.ts';
import { useCarriedEmail } from '../../auth/page-handover.ts';
import { AuthFrame } from '../../frame/auth-frame.tsx';
import { HostedSignIn } from './hosted-sign-in.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { SignInReason } from './sign-in-reason.tsx';
import { useSignIn, useSignInRedirect } from './use-sign-in.ts';

const suspendedAccount = lazyValue(
  47,
  async () => (await import('./suspended-account.tsx')).SuspendedAccount,
);

export function SignIn() {
  useTitle('Sign In');
  const [state, send] = useSignIn();
  const [email, setEmail] = useCarriedEmail();
  const [password, setPassword] = useState('');
  useSignInRedirect(state);
  const session = useSession();
  const suspended = suspendedOf(session);
  const { forgetSuspended } = session;
  // The next user of this device must not find the token.
  useEffect(() => forgetSuspended, [forgetSuspended]);
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
      {suspended && <LazyComponent component={suspendedAccount} componentProps={{ user: suspended }} />}
    </AuthFrame>
  );
}
