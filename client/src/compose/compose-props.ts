import type { EventFrom, SnapshotFrom } from 'xstate';
import { remainingOf, type composeMachine } from '../machines/compose.machine.ts';

/** The props of a form that shows the compose machine. */
export function toFormProps(
  state: SnapshotFrom<typeof composeMachine>,
  send: (event: EventFrom<typeof composeMachine>) => void,
) {
  const { text, codes } = state.context;
  return {
    value: text,
    busy: state.hasTag('busy'),
    errors: codes,
    remaining: remainingOf(state.context),
    onChange: (value: string) => send({ type: 'TYPE', text: value }),
    onSubmit: () => send({ type: 'SUBMIT' }),
  };
}
