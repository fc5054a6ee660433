import type { ReactNode } from 'react';
import { Logo } from './logo.tsx';

type EmptyStateProps = {
  art: ReactNode;
  title: string;
  /** The heading level of the title: 1 on a page without another heading. */
  level?: 1 | 2;
  line?: string;
  children?: ReactNode;
};

/** A picture, a title, one line and one action. */
export function EmptyState({ art, title, level = 2, line, children }: EmptyStateProps) {
  const Title = level === 1 ? 'h1' : 'h2';
  return (
    <section className="empty-state">
      <div className="art">{art}</div>
      <Title>{title}</Title>
      {line !== undefined && <p>{line}</p>}
      {children}
    </section>
  );
}

export function EmptyListState({ line, children }: { line?: string; children?: ReactNode }) {
  return (
    <EmptyState art={<Logo />} title="Nothing to see here yet" line={line}>
      {children}
    </EmptyState>
  );
}
