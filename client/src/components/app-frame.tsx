import type { ReactNode } from 'react';

export type FrameParts = {
  nav: ReactNode;
  /** Tab bar and floating button of phones. */
  foot: ReactNode;
  children: ReactNode;
};

/** Past the navigation, for the keyboard. */
export function Skip() {
  return (
    <a className="skip" href="#main">
      Skip to the cruds
    </a>
  );
}

/** Three columns: navigation, sheet, and a side that leaves below 980 px. */
export function AppFrame({ nav, side, foot, children }: FrameParts & { side: ReactNode }) {
  return (
    <>
      <Skip />
      <div className="app">
        {nav}
        <main className="sheet" id="main" tabIndex={-1}>
          {children}
        </main>
        <aside className="side" aria-label="Search and trends">
          {side}
        </aside>
      </div>
      {foot}
    </>
  );
}
