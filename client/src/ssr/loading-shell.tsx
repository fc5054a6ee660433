import { Logo } from '../ui/logo.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** The frame of all screens before it is known what stands in it. */
export function LoadingShell() {
  return (
    <div className="app">
      <div className="nav">
        <span className="brand">
          <Logo />
          <span>Cruddur</span>
        </span>
      </div>
      <div className="sheet">
        <div className="top" />
        <Skeleton />
      </div>
      <div className="side" />
    </div>
  );
}
