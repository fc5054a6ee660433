import type { ReactNode } from 'react';

export type FrameProps = {
  nav: ReactNode;
  /** The tab bar and the floating button of phones. */
  foot: ReactNode;
  children: ReactNode;
};

/** Moves keyboard focus past the navigation. */
export function SkipLink() {
  return (
    <a className="skip" href="#main">
      Skip to the content
    </a>
  );
}

/** Three columns: navigation, sheet, and a side column that is hidden below 980 px. */
export function AppFrame({ nav, side, foot, children }: FrameProps & { side: ReactNode }) {
  return (
    <>
      <SkipLink />
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

/** Navigation, and a sheet that fills the remaining width. */
export function WideFrame({ nav, foot, children }: FrameProps) {
  return (
    <>
      <SkipLink />
      <div className="app wide">
        {nav}
        <main className="sheet" id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      {foot}
    </>
  );
}
