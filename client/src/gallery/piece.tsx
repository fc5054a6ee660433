import type { ReactNode } from 'react';

/** One piece of the gallery in its box. */
export function Piece({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="spec">
      <h2>{name}</h2>
      {children}
    </section>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="spec-row">{children}</div>;
}
