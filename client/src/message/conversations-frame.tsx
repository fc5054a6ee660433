import type { ReactNode } from 'react';
import { SkipLink, type FrameProps } from '../frame/app-frame.tsx';

type ConversationsFrameProps = FrameProps & {
  /** The conversations. */
  list: ReactNode;
  /** Which of the two a narrow screen shows. */
  visiblePane: 'list' | 'room';
};

/** Navigation, conversations, room. Below 980 px list and room are two screens. */
export function ConversationsFrame({ nav, list, visiblePane, foot, children }: ConversationsFrameProps) {
  // Roles rather than elements, so that neither part is made anew when the other becomes the main one.
  const atList = visiblePane === 'list';
  return (
    <>
      <SkipLink />
      <div className={`app talk at-${visiblePane}`}>
        {nav}
        <div
          className="sheet list"
          role={atList ? 'main' : 'region'}
          id={atList ? 'main' : undefined}
          tabIndex={atList ? -1 : undefined}
          aria-label="Conversations"
        >
          {list}
        </div>
        <div
          className="sheet room"
          role={atList ? 'region' : 'main'}
          id={atList ? undefined : 'main'}
          tabIndex={atList ? undefined : -1}
          aria-label="Conversation"
        >
          {children}
        </div>
      </div>
      {foot}
    </>
  );
}
