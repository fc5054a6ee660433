import { ErrorBox } from '../../components/error-box.tsx';
import { MessageComposer } from '../../components/message-composer.tsx';
import { useComposer, type ComposerParts } from '../../feed/use-composer.ts';

interface Props {
  /** The other person's name. */
  name: string;
  send: ComposerParts['submit'];
}

/** Where a message is written; what the server refuses stays there with the reasons above it. */
export function Composer({ name, send }: Props) {
  const { form } = useComposer({ kind: 'message', open: true, submit: send });
  const { value, busy, errors, onChange, onSubmit } = form;
  return (
    <>
      <ErrorBox errors={errors} />
      <MessageComposer name={name} value={value} busy={busy} onChange={onChange} onSubmit={onSubmit} />
    </>
  );
}
