import type { signInMachine } from '../../../../machines/sign-in.machine.ts';
import { paths } from '../../../../paths.ts';
import { nextPageOf } from '../../../../screens/sign-in/next-page.ts';
import { SignInForm } from '../../../../screens/sign-in/sign-in-form.tsx';
import { ScreenFrame } from './screen-frame.tsx';
import { useFields } from './use-fields.ts';
import { useScreen, type ScreenProps } from './use-screen.ts';

export function SignInScreen({ sandbox }: ScreenProps) {
  const screen = useScreen<typeof signInMachine>(sandbox);
  const [fields, setField] = useFields(sandbox, { email: '', password: '' });
  return (
    <ScreenFrame
      screen={screen}
      sandbox={sandbox}
      path={paths.signIn}
      nextPath={nextPageOf(screen.state, paths.home)}
    >
      <SignInForm state={screen.state} send={sandbox.send} fields={fields} onField={setField} />
    </ScreenFrame>
  );
}
