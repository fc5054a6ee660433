import type { ReactNode } from 'react';
import { SkipLink, type FrameProps } from '../frame/app-frame.tsx';

type ConversationsFrameProps = FrameProps & {
  list: ReactNode;
  /** The pane that a narrow screen shows. */
  visiblePane: 'list' | 'conversation';
};

/** Navigation, list and conversation. Below 980 px list and conversation are two screens. */
export function ConversationsFrame({ nav, list, visiblePane, foot, children }: ConversationsFrameProps) {
  // Roles rather than `main` elements: React would remount a pane whose element changes.
  const isListVisible = visiblePane === 'list';
  return (
    <>
      <SkipLink />
      <div className={`app conversations at-${visiblePane}`}>
        {nav}
        <div
          className="sheet list"
          role={isListVisible ? 'main' : 'region'}
          id={isListVisible ? 'main' : undefined}
          tabIndex={isListVisible ? -1 : undefined}
          aria-label="Conversations"
        >
          {list}
        </div>
        <div
          className="sheet conversation"
          role={isListVisible ? 'region' : 'main'}
          id={isListVisible ? undefined : 'main'}
          tabIndex={isListVisible ? undefined : -1}
          aria-label="Conversation"
        >
          {children}
        </div>
      </div>
      {foot}
    </>
  );
}
