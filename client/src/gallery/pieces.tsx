import { Brand } from '../frame/brand.tsx';
import { FormPieces } from './form-pieces.tsx';
import { StatePieces } from './state-pieces.tsx';
import { SmallPieces } from './small-pieces.tsx';

/** All pieces side by side; the pages are made of these and of nothing else. */
export function Pieces() {
  return (
    <main className="specs">
      <Brand />
      <h1 className="vh">Gallery</h1>
      <FormPieces />
      <SmallPieces />
      <StatePieces />
    </main>
  );
}
