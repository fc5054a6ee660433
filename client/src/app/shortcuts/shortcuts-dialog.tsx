import { Dialog } from '../../ui/dialog.tsx';
import { ACTION_KEYS, DESTINATION_KEYS, type Shortcut } from './keys.ts';

interface Props {
  open: boolean;
  onClose: () => void;
  isEnabled: boolean;
  onToggle: (on: boolean) => void;
}

/** The list of shortcuts, and the switch that turns them off (WCAG 2.1.4). */
export function ShortcutsDialog({ open, onClose, isEnabled, onToggle }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Shortcuts">
      <label className="switch">
        <input
          type="checkbox"
          role="switch"
          data-autofocus=""
          checked={isEnabled}
          onChange={(event) => onToggle(event.currentTarget.checked)}
        />
        <span>
          <b>Use shortcuts</b>
          <span className="line">One key, without Control or Alt. Off while you type.</span>
        </span>
      </label>
      <div className="keys-lists">
        <KeyList title="Cruds" shortcuts={Object.values(ACTION_KEYS)} />
        <KeyList title="Go to" shortcuts={Object.values(DESTINATION_KEYS)} />
      </div>
    </Dialog>
  );
}

function KeyList({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className="keys">
        {shortcuts.map(({ keys, description }) => (
          <div key={description}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
