import type { recoveryMachine } from '../../../../src/account/sign-in/recovery.machine.ts';
import { paths } from '../../../../src/base/paths.ts';
import { EMPTY_RESET, RecoverySteps, stepPathOf } from '../../../../src/account/sign-in/recover.tsx';
import { ScreenFrame } from './screen-frame.tsx';
import { useFields } from './use-fields.ts';
import { useScreen, type ScreenProps } from './use-screen.ts';

export function RecoveryScreen({ sandbox }: ScreenProps) {
  const screen = useScreen<typeof recoveryMachine>(sandbox);
  const [{ email, ...reset }, setField] = useFields(sandbox, { email: '', ...EMPTY_RESET });
  return (
    <ScreenFrame screen={screen} sandbox={sandbox} path={stepPathOf(screen.state) ?? paths.forgot}>
      <RecoverySteps
        state={screen.state}
        send={sandbox.send}
        email={email}
        onEmail={(value) => setField('email', value)}
        reset={reset}
        onReset={setField}
        mailbox={null}
      />
    </ScreenFrame>
  );
}
