import { EmptyListState } from '../../ui/empty-state.tsx';

/** A conversation without words: not begun yet, or ended with all that was in it. */
export function EmptyConversation({ ended = false }: { ended?: boolean }) {
  return ended ? <EmptyListState /> : <EmptyListState line="Say the first thing. Unlike a crud, it stays." />;
}
