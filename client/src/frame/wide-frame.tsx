import { SkipLink, type FrameProps } from './app-frame.tsx';

/** Navigation, and a sheet that takes the rest. */
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
