import { useLayoutEffect, type ReactNode } from 'react';
import { Brand } from './brand.tsx';
import { Logo } from '../ui/logo.tsx';

/** Two halves: the brand and the form. One column on phones. */
export function AuthFrame({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.frame = 'auth';
    return () => {
      delete dataset.frame;
    };
  }, []);
  return (
    <div className="auth-page">
      <section className="hero" aria-label="Cruddur">
        <Brand />
        <div>
          <p className="slogan">Say it.. then forget it....</p>
          <p>Short posts with a fuse. Yours burn out when you said they would.</p>
        </div>
        <Logo className="hero-art" />
      </section>
      <main className="auth-sheet" id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
