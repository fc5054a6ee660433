import type { ReactNode } from 'react';
import { Skip, type FrameParts } from './app-frame.tsx';

type TalkParts = FrameParts & {
  /** The conversations. */
  list: ReactNode;
  /** Which of the two a narrow screen shows. */
  at: 'list' | 'room';
};

/** Navigation, conversations, room. Below 980 px list and room are two screens. */
export function TalkFrame({ nav, list, at, foot, children }: TalkParts) {
  // Roles rather than elements, so that neither part is made anew when the other becomes the main one.
  const atList = at === 'list';
  return (
    <>
      <Skip />
      <div className={`app talk at-${at}`}>
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
