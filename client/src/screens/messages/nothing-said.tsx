import { EmptyState } from '../../components/blank-state.tsx';

/** A conversation without words: not begun yet, or ended with all that was in it. */
export function NothingSaid({ ended = false }: { ended?: boolean }) {
  return ended ? <EmptyState /> : <EmptyState line="Say the first thing. Unlike a crud, it stays." />;
}
