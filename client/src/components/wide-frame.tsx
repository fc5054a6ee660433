import { Skip, type FrameParts } from './app-frame.tsx';

/** Navigation, and a sheet that takes the rest. */
export function WideFrame({ nav, foot, children }: FrameParts) {
  return (
    <>
      <Skip />
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
