import { useId, type ReactNode } from 'react';

type Props = {
  title: string;
  /** One or two sentences of explanation. */
  lead: ReactNode;
  danger?: boolean;
  children: ReactNode;
};

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
