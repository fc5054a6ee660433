import type { ReactNode } from 'react';

type Props = {
  /** The other person's name. */
  name: string;
  /** Under their last words: who is writing. */
  typing: boolean;
  /** Above the oldest message: the way to older ones. */
  older?: ReactNode;
  children: ReactNode;
};

/** The scrolling part of a conversation. It stays at its newest end while nobody scrolls up. */
export function MessageLog({ name, typing, older, children }: Props) {
  return (
    <div className="log" role="log" aria-label={`Conversation with ${name}`} tabIndex={0}>
      <div>
        {older}
        {children}
        <p className="typing" aria-live="polite">
          {typing && `${name.split(' ')[0] ?? name} is writing…`}
        </p>
      </div>
    </div>
  );
}
