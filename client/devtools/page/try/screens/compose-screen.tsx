import type { ShortUser } from '@cruddur/shared';
import { PenLine } from 'lucide-react';
import { ComposeDialog } from '../../../../src/cruds/compose-popup.tsx';
import { toFormProps } from '../../../../src/cruds/use-composer.ts';
import type { composeMachine } from '../../../../src/cruds/compose.machine.ts';
import { ines } from '../../../samples/sample-values.ts';
import { paths } from '../../../../src/base/paths.ts';
import { Button } from '../../../../src/base/ui/button.tsx';
import { Icon } from '../../../../src/base/ui/icon.tsx';
import { ScreenFrame } from './screen-frame.tsx';
import { useScreen, type ScreenProps } from './use-screen.ts';

const AUTHOR: ShortUser = {
  handle: ines.handle,
  display_name: ines.display_name,
  cognito_user_uuid: ines.cognito_id,
  avatar_version: 0,
};

/** The dialog, and the button of the page below that opens it. */
export function ComposeScreen({ sandbox }: ScreenProps) {
  const screen = useScreen<typeof composeMachine>(sandbox);
  const { state } = screen;
  return (
    <ScreenFrame screen={screen} sandbox={sandbox} path={paths.home}>
      <Button onClick={() => sandbox.send({ type: 'OPEN' })}>
        <Icon of={PenLine} />
        <span>Crud</span>
      </Button>
      <ComposeDialog
        author={AUTHOR}
        open={state.hasTag('open')}
        form={toFormProps(state, sandbox.send)}
        ttl={state.context.ttl}
        onTtl={(ttl) => sandbox.send({ type: 'CHOOSE', ttl })}
        onClose={() => sandbox.send({ type: 'CLOSE' })}
      />
    </ScreenFrame>
  );
}
