import type { signInMachine } from '../../../../src/account/sign-in/sign-in.machine.ts';
import { paths } from '../../../../src/base/paths.ts';
import { nextPageOf, SignInForm } from '../../../../src/account/sign-in/sign-in.tsx';
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
