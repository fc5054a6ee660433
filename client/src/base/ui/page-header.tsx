import { ArrowLeft } from 'lucide-react';
import { use, type ReactNode, createContext } from 'react';
import { clsx } from 'clsx';
import { IconButton } from './icon.tsx';

type Props = {
  title: string;
  /** A secondary line. */
  sub?: string;
  /** Shows the back arrow. */
  onBack?: (() => void) | undefined;
  pill?: ReactNode;
  end?: ReactNode;
};

/** The sticky title bar of a page. */
export function PageHeader({ title, sub, onBack, pill, end }: Props) {
  return (
    <div className={clsx('page-header', sub !== undefined && 'with-subtitle')}>
      {onBack && <IconButton className="back" label="Back" icon={ArrowLeft} onClick={onBack} />}
      <div className="titles">
        <h1>{title}</h1>
        {sub !== undefined && <p className="subtitle">{sub}</p>}
      </div>
      {pill}
      {use(HeaderStatus)}
      {end !== undefined && <div className="end">{end}</div>}
    </div>
  );
}

/** What page headers show beside their title about the whole page: a lost connection, or a visitor's way in. */
export const HeaderStatus = createContext<ReactNode>(null);
