import type { ReactNode } from 'react';
import { Logo } from './logo.tsx';

type EmptyStateProps = {
  art: ReactNode;
  title: string;
  /** The heading level of the title: 1 on a page without another heading. */
  level?: 1 | 2;
  description?: string;
  children?: ReactNode;
};

/** A picture, a title, one line and one action. */
export function EmptyState({ art, title, level = 2, description, children }: EmptyStateProps) {
  const Title = level === 1 ? 'h1' : 'h2';
  return (
    <section className="empty-state">
      <div className="art">{art}</div>
      <Title>{title}</Title>
      {description !== undefined && <p>{description}</p>}
      {children}
    </section>
  );
}

export function EmptyListState({ description, children }: { description?: string; children?: ReactNode }) {
  return (
    <EmptyState art={<Logo />} title="Nothing to see here yet" description={description}>
      {children}
    </EmptyState>
  );
}
