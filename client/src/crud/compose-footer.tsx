import { countOf } from './counts.ts';
import { Button } from '../ui/button.tsx';
import { CounterRing } from '../ui/counter-ring.tsx';

type Props = {
  remaining: number;
  /** A draft of this was kept when the dialog closed. */
  draftKept?: boolean;
  submit: string;
  busy: boolean;
  /** There is nothing to send, or nowhere. */
  idle: boolean;
};

/** Below a composer: what is to be said about the text, the counter, the button. Too long warns and does not block. */
export function ComposeFooter({ remaining, draftKept = false, submit, busy, idle }: Props) {
  const over = remaining < 0;
  return (
    <div className="dialog-foot">
      {over ? (
        <span className="said over">
          A little long. {countOf(-remaining, 'character', 'characters')} over.
        </span>
      ) : (
        draftKept && <span className="said">Draft kept</span>
      )}
      <span className="push">
        <CounterRing remaining={remaining} />
        <Button type="submit" busy={busy} disabled={idle}>
          {submit}
        </Button>
      </span>
    </div>
  );
}
