import type { confirmMachine } from '../../../../src/account/sign-in/confirm.machine.ts';
import { paths } from '../../../../src/base/paths.ts';
import { ConfirmForm } from '../../../../src/account/sign-in/confirm.tsx';
import { ScreenFrame } from './screen-frame.tsx';
import { useFields } from './use-fields.ts';
import { useScreen, type ScreenProps } from './use-screen.ts';

export function ConfirmScreen({ sandbox }: ScreenProps) {
  const screen = useScreen<typeof confirmMachine>(sandbox);
  const [fields, setField] = useFields(sandbox, { email: '', code: '' });
  return (
    <ScreenFrame
      screen={screen}
      sandbox={sandbox}
      path={paths.confirm}
      nextPath={screen.state.hasTag('done') ? paths.home : null}
    >
      <ConfirmForm
        state={screen.state}
        send={sandbox.send}
        fields={fields}
        onField={setField}
        mailbox={null}
      />
    </ScreenFrame>
  );
}
