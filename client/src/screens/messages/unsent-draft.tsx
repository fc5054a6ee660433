import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useDraftSlot } from '../../compose/drafts-react.tsx';

interface Props {
  /** Names the draft. */
  draft: string;
  onCopy: (text: string) => void;
}

/** The foot of a conversation whose other person is gone. What was being written to them stays, to read and to copy. */
export function UnsentDraft({ draft, onCopy }: Props) {
  const slot = useDraftSlot(draft);
  const [text] = useState(() => slot?.read()?.text ?? '');
  return (
    <div className="nobody">
      <p>This account is gone. Nobody is left to write to.</p>
      {text !== '' && (
        <>
          <textarea readOnly aria-label="What you were writing" dir="auto" value={text} />
          <Button variant="line" small onClick={() => onCopy(text)}>
            Copy text
          </Button>
        </>
      )}
    </div>
  );
}
