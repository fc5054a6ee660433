import { useId, type ReactNode } from 'react';

type Props = {
  title: string;
  /** What this is about, in a sentence or two. */
  lead: ReactNode;
  danger?: boolean;
  children: ReactNode;
};

/** A part of the settings with a title of its own. */
export function SettingsSection({ title, lead, danger = false, children }: Props) {
  const id = useId();
  return (
    <section className={danger ? 'setting danger' : 'setting'} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p className="lead">{lead}</p>
      {children}
    </section>
  );
}
