import type { Activity } from '@cruddur/shared';
import { useState } from 'react';
import { NewCrudsPill, ReturnPill } from '../../components/new-cruds-pill.tsx';

/** How many cruds wait; a click goes up to them, and then offers the way back to the place that was read. */
export function HeldPill({ waiting, onShow }: { waiting: readonly Activity[]; onShow: () => void }) {
  const [place, setPlace] = useState<number | null>(null);
  if (waiting.length > 0)
    return (
      <NewCrudsPill
        count={waiting.length}
        people={waiting}
        onShow={() => {
          setPlace(document.documentElement.scrollHeight - window.scrollY);
          onShow();
          window.scrollTo({ top: 0 });
        }}
      />
    );
  if (place === null) return null;
  return (
    <ReturnPill
      onReturn={() => {
        // Measured from the end, so what was added on top does not count.
        window.scrollTo({ top: document.documentElement.scrollHeight - place });
        setPlace(null);
      }}
    />
  );
}
