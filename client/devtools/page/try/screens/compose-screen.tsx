import type { ShortUser } from '@cruddur/shared';
import { PenLine } from 'lucide-react';
import { ComposeDialog } from '../../../../compose/compose-dialog.tsx';
import { toFormProps } from '../../../../compose/compose-props.ts';
import type { composeMachine } from '../../../../machines/compose.machine.ts';
import { ines } from '../../../../machines/samples/sample-values.ts';
import { paths } from '../../../../paths.ts';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
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
