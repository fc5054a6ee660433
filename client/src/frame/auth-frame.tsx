import type { ReactNode } from 'react';
import { Brand } from './brand.tsx';
import { Logo } from '../ui/logo.tsx';

/** Two halves: the promise, and the form. One column on phones. */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <div className="gate">
      <section className="hero" aria-label="Cruddur">
        <Brand />
        <div>
          <p className="big">Say it.. then forget it....</p>
          <p>Short posts with a fuse. Yours burn out when you said they would.</p>
        </div>
        <Logo className="art" />
      </section>
      <main className="desk" id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
