import { Bomb } from './marks.tsx';

/** What stays of a crud for a moment after its end. */
export function GoneRow({ children = 'This crud burned out.' }: { children?: string }) {
  return (
    <div className="gone">
      <Bomb />
      <span>{children}</span>
    </div>
  );
}
