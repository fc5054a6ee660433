import type { Activity } from '@cruddur/shared';
import { useId } from 'react';
import { Button } from '../ui/button.tsx';
import { CrudArticle } from './crud-article.tsx';

type Props = {
  activity: Activity;
  /** As `word`, `#hashtag` or `@handle`. */
  reason: string;
  onShow: (uuid: string) => void;
};

/** In place of a muted reply, until it is shown. */
export function MutedRow({ activity, reason, onShow }: Props) {
  const id = useId();
  return (
    <CrudArticle activity={activity} burning={false} labelledBy={id} className="collapsed">
      <p id={id} dir="auto">
        Muted: {reason}
      </p>
      <Button variant="quiet" small aria-describedby={id} onClick={() => onShow(activity.uuid)}>
        Show
      </Button>
    </CrudArticle>
  );
}
