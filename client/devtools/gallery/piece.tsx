import type { ReactNode } from 'react';

/** One component of the gallery in its box. */
export function Piece({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="gallery-piece">
      <h2>{name}</h2>
      {children}
    </section>
  );
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="gallery-row">{children}</div>;
}
